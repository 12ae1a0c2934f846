"""What requests and messages carry, in the forms in which frameworks send it."""

import pytest

from actwright.engine.values.request_content import (
    RequestContent,
    SentField,
    content_of,
    content_of_message,
    is_graphql_query,
)
from actwright.engine.values.sought_values import SoughtValue, found_in

FORM, JSON, TEXT = "application/x-www-form-urlencoded", "application/json", "text/plain;charset=UTF-8"
MULTIPART = "multipart/form-data; boundary=XX"


def multipart(*parts):
    """A multipart body with the boundary XX, of header parameters and contents."""
    written = (f"--XX\r\nContent-Disposition: form-data; {head}\r\n\r\n{content}\r\n" for head, content in parts)
    return "".join(written) + "--XX--\r\n"


def body(content_type, text, *, url="https://shop.example"):
    return content_of(url, content_type, text if isinstance(text, bytes) else text.encode(), has_body=True)


# Each has the name Ada Lovelace, with what the request calls it.
BODIES = [
    (
        "rails",
        "user[name]",
        FORM,
        "utf8=%E2%9C%93&authenticity_token=AbC123&user%5Bname%5D=Ada+Lovelace&user%5Bage%5D=36&commit=Save",
    ),
    ("laravel", "name", FORM, "_token=x&name=Ada+Lovelace&price=1%2C250.00"),
    (
        "aspnet",
        "ctl00$Main$txtName",
        FORM,
        "__VIEWSTATE=%2FwEPDwUKMTY3NzE5&ctl00%24Main%24txtName=Ada+Lovelace&ctl00%24Main%24txtPrice=50",
    ),
    ("jsf", "form:name", FORM, "form=form&form%3Aname=Ada+Lovelace&javax.faces.ViewState=12%3A34"),
    (
        "spring mp",
        "meta.name",
        MULTIPART,
        multipart(
            ('name="meta"; filename="blob"\r\nContent-Type: application/json', '{"name":"Ada Lovelace","price":50}')
        ),
    ),
    (
        "mp file",
        "name",
        MULTIPART,
        multipart(
            ('name="name"', "Ada Lovelace"), ('name="doc"; filename="report.pdf"\r\nContent-Type: application/pdf', "")
        ),
    ),
    (
        "mp graphql",
        "operations.variables.n",
        MULTIPART,
        multipart(
            (
                'name="operations"',
                '{"query":"mutation($n:String!){a(n:$n){id}}","variables":{"n":"Ada Lovelace","file":null}}',
            ),
            ('name="map"', '{"0":["variables.file"]}'),
        ),
    ),
    ("next action", "1_name", MULTIPART, multipart(('name="1_name"', "Ada Lovelace"), ('name="0"', '["$K1"]'))),
    ("next action json", "0", TEXT, '["Ada Lovelace",50,{"date":"2026-04-03"}]'),
    (
        "gql",
        "variables.input.name",
        JSON,
        '{"operationName":"U","variables":{"input":{"unitPrice":50,"name":"Ada Lovelace"}},"query":"mutation U($input: I!) { u(input: $input) { id } }"}',
    ),
    (
        "gql inline",
        "query.name",
        JSON,
        '{"query":"mutation { u(id: 7, name: \\"Ada Lovelace\\", price: 50.5) { id } }"}',
    ),
    (
        "gql batch",
        "1.variables.n",
        JSON,
        '[{"query":"query { a }"},{"query":"mutation($n:String){x(n:$n)}","variables":{"n":"Ada Lovelace"}}]',
    ),
    (
        "jsonapi",
        "data.attributes.full-name",
        "application/vnd.api+json",
        '{"data":{"type":"users","attributes":{"full-name":"Ada Lovelace"}}}',
    ),
    (
        "firestore",
        "req0___data__.writes.0.update.fields.name.stringValue",
        FORM,
        "count=1&ofs=0&req0___data__=%7B%22writes%22%3A%5B%7B%22update%22%3A%7B%22fields%22%3A%7B%22name%22%3A%7B%22stringValue%22%3A%22Ada%20Lovelace%22%7D%7D%7D%7D%5D%7D",
    ),
    (
        "paypal",
        "purchase_units.0.payee",
        JSON,
        '{"purchase_units":[{"amount":{"currency_code":"EUR","value":"1250.00"},"payee":"Ada Lovelace"}]}',
    ),
    ("protobuf json", "1", JSON, '[null,"Ada Lovelace",[["1250"],1775174400000]]'),
    (
        "trpc",
        "0.json.name",
        JSON,
        '{"0":{"json":{"name":"Ada Lovelace","at":"2026-04-03T00:00:00.000Z"},"meta":{"values":{"at":["Date"]}}}}',
    ),
    ("inertia", "name", JSON, '{"name":"Ada Lovelace","price":"1.250,00"}'),
    ("htmx", "name", FORM, "name=Ada+Lovelace&q="),
    (
        "batchexecute",
        "f.req.0.0.1.0",
        FORM,
        "f.req=%5B%5B%5B%22rpc%22%2C%22%5B%5C%22Ada%20Lovelace%5C%22%2C50%5D%22%2Cnull%2C%22generic%22%5D%5D%5D&at=tok",
    ),
    ("ndjson", "1.name", "application/x-ndjson", '{"index":{}}\n{"name":"Ada Lovelace"}\n'),
    ("text lines", "name", "text/plain", "name=Ada Lovelace\r\nnote=two\r\nlines\r\n"),
    ("plain", "body", "text/plain", "Ada Lovelace"),
    (
        "soap",
        "Envelope.Body.Set.Name",
        "text/xml",
        '<?xml version="1.0"?><soap:Envelope xmlns:soap="urn:x"><soap:Body><m:Set xmlns:m="urn:y"><m:Name>Ada Lovelace</m:Name><m:Price>50</m:Price></m:Set></soap:Body></soap:Envelope>',
    ),
    (
        "gwt",
        "body",
        "text/x-gwt-rpc; charset=utf-8",
        "7|0|6|https://x/|ABC|com.S|set|java.lang.String|Ada Lovelace|1|2|3|4|1|5|6|",
    ),
    ("beacon json", "n", TEXT, '{"n":"Ada Lovelace"}'),
    ("jsonp double", "body.name", JSON, '"{\\"name\\":\\"Ada Lovelace\\"}"'),
    (
        "vaadin",
        "rpc.0.value",
        JSON,
        '{"csrfToken":"x","rpc":[{"type":"mSync","node":5,"property":"value","value":"Ada Lovelace"}],"syncId":3}',
    ),
    ("wicket", "name", FORM, "id1_hf_0=&name=Ada+Lovelace"),
    (
        "livewire",
        "components.0.updates.name",
        JSON,
        '{"_token":"x","components":[{"snapshot":"{\\"data\\":{\\"name\\":\\"\\"}}","updates":{"name":"Ada Lovelace"},"calls":[]}]}',
    ),
    ("jqgrid", "name", FORM, "oper=edit&id=7&name=Ada+Lovelace"),
    ("phpmyadmin", "fields[multi_edit][0][abc]", FORM, "fields%5Bmulti_edit%5D%5B0%5D%5Babc%5D=Ada+Lovelace"),
    (
        "odoo",
        "params.args.1.name",
        JSON,
        '{"jsonrpc":"2.0","params":{"model":"res.partner","args":[[7],{"name":"Ada Lovelace"}]}}',
    ),
    (
        "salesforce aura",
        "message.actions.0.params.recordInput.fields.Name",
        FORM,
        "message=%7B%22actions%22%3A%5B%7B%22params%22%3A%7B%22recordInput%22%3A%7B%22fields%22%3A%7B%22Name%22%3A%22Ada%20Lovelace%22%7D%7D%7D%7D%5D%7D&aura.token=t",
    ),
    (
        "sap batch",
        "Name",
        "multipart/mixed; boundary=XX",
        '--XX\r\nContent-Type: application/http\r\nContent-Transfer-Encoding: binary\r\n\r\nMERGE A(7) HTTP/1.1\r\nContent-Type: application/json\r\n\r\n{"Name":"Ada Lovelace"}\r\n--XX--',
    ),
    (
        "gmail upload",
        "name",
        "multipart/related; boundary=XX",
        b'--XX\r\nContent-Type: application/json; charset=UTF-8\r\n\r\n{"name":"Ada Lovelace"}\r\n--XX\r\nContent-Type: image/png\r\n\r\n\x89PNG\r\n--XX--',
    ),
    ("jsonpatch", "0.value", "application/json-patch+json", '[{"op":"replace","path":"/name","value":"Ada Lovelace"}]'),
    (
        "mongo ext",
        "name",
        JSON,
        '{"_id":{"$oid":"5f2b8c1e0f4e4c4e9d7e3b1a"},"name":"Ada Lovelace","at":{"$date":"2026-04-03"}}',
    ),
    ("split name", "first", FORM, "first=Ada&last=Lovelace"),
    ("supabase", "0.name", JSON, '[{"name":"Ada Lovelace"}]'),
    (
        "algolia",
        "requests.0.params.query",
        JSON,
        '{"requests":[{"indexName":"p","params":"query=Ada%20Lovelace&hitsPerPage=20"}]}',
    ),
    ("sentry", "2.message", TEXT, '{"event_id":"a"}\n{"type":"event"}\n{"message":"Ada Lovelace"}'),
]

MESSAGES = [
    (
        "liveview",
        "4.value.name",
        '["4","5","lv:phx-1","event",{"type":"form","event":"save","value":"name=Ada+Lovelace&price=50&_target=price"}]',
    ),
    ("socketio", "1.name", '42["add",{"name":"Ada Lovelace"}]'),
    ("socketio ns", "1", '42/chat,17["add","Ada Lovelace"]'),
    ("signalr", "arguments.0", '{"arguments":["Ada Lovelace",50],"target":"Send","type":1}\x1e'),
    ("stomp", "name", 'SEND\ndestination:/app/x\ncontent-length:23\n\n{"name":"Ada Lovelace"}\x00'),
    ("sockjs stomp", "0.name", '["SEND\\ndestination:/app/x\\n\\n{\\"name\\":\\"Ada Lovelace\\"}\\u0000"]'),
    ("ddp", "params.0.name", '{"msg":"method","id":"3","method":"add","params":[{"name":"Ada Lovelace"}]}'),
    ("ddp sockjs", "0.params.0", '["{\\"msg\\":\\"method\\",\\"params\\":[\\"Ada Lovelace\\"]}"]'),
    (
        "actioncable",
        "data.body",
        '{"command":"message","identifier":"{\\"channel\\":\\"C\\"}","data":"{\\"action\\":\\"say\\",\\"body\\":\\"Ada Lovelace\\"}"}',
    ),
    (
        "graphql-ws",
        "payload.variables.n",
        '{"id":"1","type":"subscribe","payload":{"variables":{"n":"Ada Lovelace"},"query":"mutation { x }"}}',
    ),
    ("plain", "message", "Ada Lovelace"),
    ("json string", "message", '"Ada Lovelace"'),
    ("firebase rtdb", "d.b.d.name", '{"t":"d","d":{"r":2,"a":"p","b":{"p":"/u/1","d":{"name":"Ada Lovelace"}}}}'),
    ("pusher", "data.name", '{"event":"client-x","data":"{\\"name\\":\\"Ada Lovelace\\"}","channel":"private-x"}'),
    ("mattermost", "data.text", '{"seq":1,"action":"typing","data":{"text":"Ada Lovelace"}}'),
]

SOUGHT = SoughtValue("Ada Lovelace", "Ada Lovelace", reference="n", names=frozenset({"user[name]", "Name"}))


@pytest.mark.parametrize(
    ("name", "content_type", "sent"), [each[1:] for each in BODIES], ids=[each[0] for each in BODIES]
)
def test_value_is_found_in_body(name, content_type, sent):
    found = found_in(body(content_type, sent), [SOUGHT])
    assert [(each.name, each.match) for each in found] == [(name, True)]


@pytest.mark.parametrize(("name", "message"), [each[1:] for each in MESSAGES], ids=[each[0] for each in MESSAGES])
def test_value_is_found_in_message(name, message):
    found = found_in(content_of_message(message), [SOUGHT])
    assert [(each.name, each.match) for each in found] == [(name, True)]


@pytest.mark.parametrize(("content_type", "sent"), [each[2:] for each in BODIES], ids=[each[0] for each in BODIES])
def test_another_value_is_not_found_in_body(content_type, sent):
    assert not any(each.match for each in found_in(body(content_type, sent), [SoughtValue("Lovelace Ada", "Ada")]))


def test_path_query_and_body_are_read_in_order():
    content = body(JSON, '{"a": {"b": [1, 2.50, true, null, "x"]}}', url="https://shop.example/ada%20l/7?q=a+b&q=&r")
    assert content == RequestContent(
        (
            SentField("path", "ada l"),
            SentField("path", "7"),
            SentField("q", "a b"),
            SentField("q", ""),
            SentField("r", ""),
            SentField("a.b.0", "1"),
            SentField("a.b.1", "2.50"),
            SentField("a.b.2", "true"),
            SentField("a.b.3", "null"),
            SentField("a.b.4", "x"),
        )
    )


def test_query_text_of_graphql_is_no_value():
    content = body(JSON, '{"query": "mutation ($p: Int) { set(p: $p, to: 50) }", "variables": {"p": 7}}')
    assert content.fields == (SentField("query.to", "50"), SentField("variables.p", "7"))


def test_files_are_read_by_their_names():
    kind = '"; filename="%s"\r\nContent-Type: text/csv'
    content = body(
        MULTIPART, multipart(('name="a' + kind % "q%22.csv", "1,2"), ('name="b' + kind % "", ""), ('name="c"', "x"))
    )
    assert content == RequestContent((SentField("a", 'q".csv'), SentField("b", ""), SentField("c", "x")))


@pytest.mark.parametrize(
    ("content_type", "sent", "unread"),
    [
        (TEXT, "5ebe2294ecd0e0f08eab7690d2a6ee69", "the body is hashed, encoded or encrypted"),
        (TEXT, "eyJhbGciOiJSU0EifQ.T2ti.48V1.5eym.XFBo", "the body is hashed, encoded or encrypted"),
        (JSON, '{"d": "U2FsdGVkX1+vupppZksvRf5pq5g5XjFR"}', "the body is hashed, encoded or encrypted"),
        (FORM, "csrfmiddlewaretoken=U2FsdGVkX1vupppZksvRf5pq5g5XjFRU2Fs", ""),
        (
            JSON,
            '{"iv": "a1", "ciphertext": "U2FsdGVkX1+vupppZksvRf5pq5g5XjFR"}',
            "the body is hashed, encoded or encrypted",
        ),
        ("application/x-protobuf", b"\x0a\x03Ada", "the body is binary (application/x-protobuf)"),
        ("", b"\x1f\x8b\x08\x00\x00", "the body is binary"),
        (JSON, "[" * 60 + "1" + "]" * 60, "it has more than 50 levels"),
        (JSON, "[" * 500_000, "it has more than 50 levels"),
        (JSON, "[" + "1," * 3_000 + "1]", "it has more than 2,000 fields"),
        (FORM, "a=1&" * 3_000, "it has more than 2,000 fields"),
        (FORM, "a=" + "1" * 1_000_001, "the body has more than 1,000,000 bytes"),
        (TEXT, b"Z\xfcrich", "the encoding of the text is not known"),
        (
            MULTIPART,
            multipart(('name="a"; filename="a.png"', ""), ('name="b"; filename="b.png"', "")),
            "the contents of 2 files could not be read",
        ),
    ],
)
def test_what_cannot_be_read_is_said(content_type, sent, unread):
    assert body(content_type, sent).unread == unread


def test_body_and_message_that_cannot_be_had_are_unread():
    assert content_of("https://x.example", JSON, None, has_body=True) == RequestContent(
        (), "the browser does not give the body"
    )
    assert content_of("https://x.example", "", None, has_body=False) == RequestContent()
    assert content_of_message(b"\x01") == RequestContent((), "the message is binary")


def test_declared_encoding_is_used():
    content = content_of("", "text/plain; charset=iso-8859-1", b"Z\xfcrich", has_body=True)
    assert content == RequestContent((SentField("body", "Z\u00fcrich"),))


@pytest.mark.parametrize(
    "sent",
    [
        b"{" * 20_000,
        b'{"a":' * 20_000,
        b'{"' + b"k" * 80_000 + b'":[' + b"[1]," * 20_000 + b"1]}",
        b"<a>" * 20_000 + b"</a>" * 20_000,
        b'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "b">]><x>&a;</x>',
        b"\x1e" * 90_000,
        b"SEND\n\n" * 30_000,
        b"a=\n" * 30_000,
        b"{}\n" * 30_000,
        b'{"query":"{' + b"a" * 90_000 + b'"}',
        b'{"a":1e400,"b":NaN,"c":-Infinity,"d":' + b"1" * 10_000 + b',"e":"\\ud800"}',
        b"a=%ff%fe&b=%",
        b"\xff\xfe",
        b"--" * 80_000,
    ],
    ids=range(14),
)
@pytest.mark.parametrize(
    "content_type", [JSON, FORM, TEXT, "multipart/form-data", "text/plain; charset=hex", "text/xml"]
)
def test_hostile_bodies_are_read_without_errors(content_type, sent):
    content = content_of("http://[bad/?a=1", content_type, sent, has_body=True)
    assert len(content.fields) <= 2_000
    assert not found_in(content, [SOUGHT])


@pytest.mark.parametrize(
    ("body", "only_asks"),
    [
        (b'{"query": "query Find($n: String!) {customers(name: $n) {id}}", "variables": {"n": "Ada"}}', True),
        (b'{"query":"{ me { id } }"}', True),
        (b'{"query":"# who\\n  query { me { id } }"}', True),
        (b'{"query":"mutation { save }"}', False),
        (b'[{"query":"{ me { id } }"},{"query":"mutation { save }"}]', False),
        (b'{"query":"kettle"}', False),
        (b"query=kettle", False),
    ],
)
def test_a_query_of_graphql_only_asks(body, only_asks):
    assert is_graphql_query(body) is only_asks
