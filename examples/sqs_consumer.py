"""Acts on every event of a queue once, and on those of one employee in order:

    python3 sqs_consumer.py <queue URL> <database file>

What comes too early goes back for a moment. What was not for this queue never comes, so it waits
for no more than some tries. It needs boto3.
"""

import json
import os
import sqlite3
import sys

import boto3

TOO_EARLY_SECONDS = 2
MAX_TRIES = 3


class TooEarly(Exception):
    pass


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
    return database


def take(database, event, tries):
    """What is done about an event belongs into the transaction that keeps its number."""
    # A snapshot says how things stand, to whoever keeps that: there is nothing to act on.
    if event["type"] == "attendance.test" or event.get("snapshot"):
        return
    employee, sequence = (event["source"], event["subject"]), event["sequence"]
    if not sequence.isdigit():
        raise ValueError("a sequence is digits")
    with database:
        (highest,) = database.execute(
            "SELECT max(sequence) FROM came WHERE source = ? AND employee = ?", employee
        ).fetchone()
        is_ahead = highest is not None and int(sequence) > int(highest) + 1
        if is_ahead and tries < MAX_TRIES:
            raise TooEarly
        is_new = database.execute(
            "INSERT OR IGNORE INTO came VALUES (?, ?, ?)", (*employee, sequence)
        ).rowcount
        if is_new:
            act(event)


def consume(sqs, queue_url, database):
    while True:
        received = sqs.receive_message(
            QueueUrl=queue_url,
            MaxNumberOfMessages=10,
            WaitTimeSeconds=20,
            AttributeNames=["ApproximateReceiveCount"],
        )
        for message in received.get("Messages", []):
            ours = {"QueueUrl": queue_url, "ReceiptHandle": message["ReceiptHandle"]}
            try:
                tries = int(message["Attributes"]["ApproximateReceiveCount"])
                take(database, json.loads(message["Body"]), tries)
            except TooEarly:
                sqs.change_message_visibility(**ours, VisibilityTimeout=TOO_EARLY_SECONDS)
            except sqlite3.OperationalError:
                # A full disk is not the message's fault.
                raise
            except Exception:
                # Left in the queue, what is no event ends in its dead letters, whatever is wrong with it.
                continue
            else:
                sqs.delete_message(**ours)


if __name__ == "__main__":
    # boto3 before 1.28 does not read the address by itself.
    sqs = boto3.client("sqs", endpoint_url=os.environ.get("AWS_ENDPOINT_URL_SQS"))
    consume(sqs, sys.argv[1], open_database(sys.argv[2]))
