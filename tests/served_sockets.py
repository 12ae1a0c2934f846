"""A WebSocket endpoint for `ServedPages`: it keeps the text messages that pages send, and answers none."""

import base64
import hashlib

GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"


class ServedSocket:
    """`ServedPages({"/socket": ServedSocket()})`; what was sent to it is in `messages`."""

    def __init__(self):
        self.messages = []

    def __call__(self, handler):
        key = handler.headers["Sec-WebSocket-Key"] + GUID
        accept = base64.b64encode(hashlib.sha1(key.encode()).digest()).decode()
        handler.send_response_only(101)
        for name, value in (("Upgrade", "websocket"), ("Connection", "Upgrade"), ("Sec-WebSocket-Accept", accept)):
            handler.send_header(name, value)
        handler.end_headers()
        while (head := handler.rfile.read(2)) and head[0] & 15 in (1, 2):
            size = head[1] & 127
            size = int.from_bytes(handler.rfile.read(2), "big") if size == 126 else size
            mask = handler.rfile.read(4)
            data = handler.rfile.read(size)
            self.messages.append(bytes(byte ^ mask[at % 4] for at, byte in enumerate(data)).decode("latin-1"))
