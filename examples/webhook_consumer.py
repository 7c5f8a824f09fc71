"""Takes webhooks, with nothing but Python's standard library:

    WEBHOOK_KEYS='whsec_…' python3 webhook_consumer.py <port> <database file>

It answers 204 to what it acted on, or had before, 400 to what is not to be trusted, and 500 to what is
to come again. While keys change, WEBHOOK_KEYS has both, with a space between. Put it behind
what ends TLS.
"""

import hashlib
import hmac
import json
import os
import re
import sqlite3
import sys
import time
from base64 import b64decode, b64encode
from contextlib import closing
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

TOLERANCE_SECONDS = 5 * 60
MAX_BYTES = 1_000_000
MAX_DIGITS = 12


class Untrusted(Exception):
    pass


def header(headers, name):
    values = headers.get_all(name, [])
    if len(values) != 1:
        raise Untrusted
    return values[0]


def number(text):
    """What a header says in digits. More of them than any number here has are not even read."""
    if len(text) > MAX_DIGITS or not re.fullmatch("[0-9]+", text):
        raise Untrusted
    return int(text)


def secret_of(key):
    """The bytes of a key. One that somebody could guess, as of a variable that was not set, is none."""
    secret = b64decode(key.removeprefix("whsec_"), validate=True)
    if not key.startswith("whsec_") or not 24 <= len(secret) <= 64:
        raise ValueError("A signing key must be whsec_ and 24 to 64 bytes in Base64")
    return secret


def verify(body, headers, keys):
    """The event of a request that is signed as Standard Webhooks are. Nothing is read before."""
    sent = {name: header(headers, "webhook-" + name) for name in ("id", "timestamp", "signature")}
    seconds = number(sent["timestamp"])
    if not sent["id"] or abs(time.time() - seconds) > TOLERANCE_SECONDS:
        raise Untrusted
    signed = f"{sent['id']}.{sent['timestamp']}.".encode() + body
    for secret in [secret_of(key) for key in keys]:
        digest = hmac.new(secret, signed, hashlib.sha256).digest()
        expected = b"v1," + b64encode(digest)
        for signature in sent["signature"].split(" "):
            if hmac.compare_digest(signature.encode(), expected):
                return json.loads(body)
    raise Untrusted


def act(event, is_late):
    print(int(event["sequence"]), event["type"] + (" (late)" if is_late else ""), flush=True)


def open_database(path):
    database = sqlite3.connect(path)
    database.execute(
        "CREATE TABLE IF NOT EXISTS came"
        " (source TEXT, employee TEXT, sequence TEXT, PRIMARY KEY (source, employee, sequence))"
    )
    return database


def take(database, event):
    """What is done about an event belongs into the transaction that keeps its number."""
    # A snapshot says how things stand, to whoever keeps that: there is nothing to act on.
    if event["type"] == "attendance.test" or event.get("snapshot"):
        return
    employee = (event["source"], event["subject"])
    with database:
        (highest,) = database.execute(
            "SELECT max(sequence) FROM came WHERE source = ? AND employee = ?", employee
        ).fetchone()
        is_new = database.execute(
            "INSERT OR IGNORE INTO came VALUES (?, ?, ?)", (*employee, event["sequence"])
        ).rowcount
        if is_new:
            act(event, highest is not None and event["sequence"] < highest)


def create_consumer(keys, path, port):
    class Consumer(BaseHTTPRequestHandler):
        def do_POST(self):
            self.send_response(self.status())
            self.end_headers()

        def status(self):
            try:
                length = number(header(self.headers, "content-length"))
                if length > MAX_BYTES:
                    raise Untrusted
                event = verify(self.rfile.read(length), self.headers, keys)
                with closing(open_database(path)) as database:
                    take(database, event)
                return 204
            except Untrusted:
                return 400
            except Exception:
                return 500

        def log_message(self, *_):
            """Says nothing: what is requested is nobody else's business."""

    return ThreadingHTTPServer(("127.0.0.1", port), Consumer)


if __name__ == "__main__":
    if "WEBHOOK_KEYS" not in os.environ or len(sys.argv) != 3:
        sys.exit(__doc__)
    consumer = create_consumer(os.environ["WEBHOOK_KEYS"].split(), sys.argv[2], int(sys.argv[1]))
    print(f"listening on http://127.0.0.1:{consumer.server_port}", flush=True)
    consumer.serve_forever()
