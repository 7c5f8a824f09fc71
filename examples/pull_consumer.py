"""Pulls every event from the read API, and acts on each once:

    python3 pull_consumer.py <URL of the read API> <database file>

It asks with the credentials and the region that other programs of AWS find, too, and needs botocore for that, which
comes with boto3. A run on one machine takes any.
"""

import json
import os
import sqlite3
import sys
import time
from http.client import HTTPException
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

from botocore.auth import SigV4Auth
from botocore.awsrequest import AWSRequest
from botocore.session import Session

IDLE_SECONDS = float(os.environ.get("IDLE_SECONDS", 30))
RETRY_SECONDS = float(os.environ.get("RETRY_SECONDS", 5))
TIMEOUT_SECONDS = float(os.environ.get("TIMEOUT_SECONDS", 30))
LIMIT = 1_000


class Gone(Exception):
    """Some of what follows the cursor is no longer kept; another goes on after that, or None: the oldest that is kept."""

    def __init__(self, cursor):
        super().__init__()
        self.cursor = cursor


class Unanswered(Exception):
    """What was asked for was not answered; it may be the next time."""


class Refused(Exception):
    """What was asked for is for a person to put right: asked again, it would be refused again."""


def act(event):
    employee = event["data"].get("employee")
    # Of a type that came after this was written: nothing to do, but its number is known.
    if employee is None:
        return
    print(int(event["sequence"]), event["type"], employee["givenName"], flush=True)


def open_database(path):
    database = sqlite3.connect(path)
    database.execute(
        "CREATE TABLE IF NOT EXISTS came"
        " (source TEXT, employee TEXT, sequence TEXT, PRIMARY KEY (source, employee, sequence))"
    )
    database.execute(
        "CREATE TABLE IF NOT EXISTS pulled (id INTEGER PRIMARY KEY CHECK (id = 1), cursor TEXT)"
    )
    return database


def cursor_now(database):
    row = database.execute("SELECT cursor FROM pulled").fetchone()
    return row and row[0]


def move(database, cursor):
    database.execute("INSERT OR REPLACE INTO pulled VALUES (1, ?)", (cursor,))


def open_answer(request):
    try:
        return urlopen(request, timeout=TIMEOUT_SECONDS)
    except HTTPError as error:
        return error


def fetch(request):
    """The status of an answer, and all of its body."""
    try:
        with open_answer(request) as answer:
            return answer.status, answer.read()
    except (OSError, HTTPException):
        raise Unanswered from None


def read(body, *names):
    """The JSON object that has these; what others between here and the read API say is no answer."""
    try:
        said = json.loads(body)
    except ValueError:
        raise Unanswered from None
    if not isinstance(said, dict) or not said.keys() >= {*names}:
        raise Unanswered
    return said


def ask(session, url, after):
    query = {"limit": LIMIT, **({} if after is None else {"after": after})}
    signed = AWSRequest("GET", f"{url.rstrip('/')}/events?{urlencode(query)}")
    region = session.get_config_variable("region")
    SigV4Auth(session.get_credentials(), "execute-api", region).add_auth(signed)
    status, body = fetch(Request(signed.url, headers=dict(signed.headers)))
    if status == 410:
        raise Gone(read(body, "detail").get("cursor"))
    if status in (408, 429) or status >= 500:
        raise Unanswered
    if status >= 400:
        raise Refused(f"{status}: {' '.join(body.decode(errors='replace').split())}")
    return read(body, "events", "cursor", "isMore")


def take(database, page):
    """What is done about events, their numbers and the cursor: all of it or none."""
    with database:
        for event in page["events"]:
            number = (event["source"], event["subject"], event["sequence"])
            is_new = database.execute("INSERT OR IGNORE INTO came VALUES (?, ?, ?)", number).rowcount
            if is_new:
                act(event)
        move(database, page["cursor"])


def pull(session, url, database):
    """For how many seconds to wait."""
    try:
        page = ask(session, url, cursor_now(database))
        take(database, page)
        return 0 if page["isMore"] else IDLE_SECONDS
    except Gone as gone:
        # What comes again is dropped, and GET /presence has who is in.
        print("some events are no longer kept", flush=True)
        with database:
            move(database, gone.cursor)
        return 0
    except Unanswered:
        return RETRY_SECONDS


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    session, database = Session(), open_database(sys.argv[2])
    try:
        while True:
            time.sleep(pull(session, sys.argv[1], database))
    except Refused as refused:
        sys.exit(f"error: {refused}")
