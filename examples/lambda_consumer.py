"""A Lambda function behind a queue that keeps in DynamoDB who is in: an item for each clocking, by
pk and sk. Its event source mapping needs ReportBatchItemFailures, so that one message that fails
does not bring back the others. boto3 is there on Lambda.
"""

import json
import os

import boto3
from botocore.exceptions import ClientError

# boto3 before 1.28 does not read the address by itself.
dynamodb = boto3.resource("dynamodb", endpoint_url=os.environ.get("AWS_ENDPOINT_URL_DYNAMODB"))
table = dynamodb.Table(os.environ["TABLE_NAME"])


# What is said of a clocking. Other types, those that came after this was written too, are left alone.
TYPES = {
    "attendance." + name
    for name in (
        "clocked-in",
        "clocked-out",
        "break-started",
        "break-ended",
        "clocking-amended",
        "clocking-removed",
        "clocking-overdue",
        "break-overdue",
        "clocked-in-while-absent",
    )
}


def presence_in(event, clocking):
    if event["type"] == "attendance.clocking-removed":
        return "none"
    if clocking["end"] is not None:
        return "out"
    return "on a break" if any(each["end"] is None for each in clocking["breaks"]) else "in"


def save(event, clocking):
    """Of two events the later counts: the condition takes no repeat, and nothing that comes late."""
    try:
        table.put_item(
            Item={
                "pk": "EMPLOYEE#" + event["subject"],
                "sk": "CLOCKING#" + clocking["id"],
                "sequence": event["sequence"],
                "presence": presence_in(event, clocking),
            },
            ConditionExpression="attribute_not_exists(pk) OR #sequence < :sequence",
            ExpressionAttributeNames={"#sequence": "sequence"},
            ExpressionAttributeValues={":sequence": event["sequence"]},
        )
    except ClientError as error:
        if error.response["Error"]["Code"] != "ConditionalCheckFailedException":
            raise


def take(body):
    event = json.loads(body)
    if event["type"] in TYPES:
        save(event, event["data"]["clocking"])


def handler(event, context):
    failures = []
    for record in event["Records"]:
        try:
            take(record["body"])
        except Exception:
            failures.append({"itemIdentifier": record["messageId"]})
    return {"batchItemFailures": failures}
