"""Documents as strangers send them: PDFs, mails and images, made in a test."""

import io
import zlib
from email.message import EmailMessage

from PIL import Image


def pdf(*pages, packed=False):
    """A PDF; each page is the operators of its content, or a text that is shown in black."""
    objects = ["<< /Type /Catalog /Pages 2 0 R >>", "", "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"]
    kids = []
    for page in pages:
        content = (page if isinstance(page, bytes) else shown(page)) + b"\n"
        data = zlib.compress(content, 1) if packed else content
        kids.append(f"{len(objects) + 1} 0 R")
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents {len(objects) + 2} 0 R"
            " /Resources << /Font << /F1 3 0 R >> >> >>"
        )
        head = f"<< /Length {len(data)}{' /Filter /FlateDecode' if packed else ''} >>\nstream\n"
        objects.append(head.encode() + data + b"\nendstream")
    objects[1] = f"<< /Type /Pages /Kids [{' '.join(kids)}] /Count {len(kids)} >>"
    made, places = io.BytesIO(b"%PDF-1.7\n"), []
    made.seek(0, io.SEEK_END)
    for number, body in enumerate(objects, 1):
        places.append(made.tell())
        made.write(f"{number} 0 obj\n".encode() + (body if isinstance(body, bytes) else body.encode()) + b"\nendobj\n")
    start = made.tell()
    made.write(f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n".encode())
    made.write("".join(f"{place:010} 00000 n \n" for place in places).encode())
    made.write(f"trailer\n<< /Size {len(objects) + 1} /Root 1 0 R >>\nstartxref\n{start}\n%%EOF\n".encode())
    return made.getvalue()


def shown(text, *, size=12, white=False):
    """The operators that show lines of text."""
    lines = "".join(f"({line}) Tj 0 -16 Td\n" for line in text.replace("(", "[").replace(")", "]").splitlines())
    return f"{'1 1 1 rg ' if white else ''}BT /F1 {size} Tf 50 700 Td\n{lines}ET\n".encode()


def mail(text, *, html="", attachments=()):
    """A mail; `attachments` are names and contents."""
    message = EmailMessage()
    message["From"], message["To"] = "Ada <ada@example.org>", "jobs@site.example"
    message["Subject"] = "Bewerbung für März"
    message.set_content(text)
    if html:
        message.add_alternative(html, subtype="html")
    for name, content in attachments:
        message.add_attachment(content, maintype="application", subtype="octet-stream", filename=name)
    return message.as_bytes()


def png(width=40, height=20):
    made = io.BytesIO()
    Image.new("1", (width, height)).save(made, "PNG")
    return made.getvalue()
