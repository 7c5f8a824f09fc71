"""A Lambda function behind a queue that keeps in DynamoDB who is in, by pk and sk: an item for each
clocking, and one for the last snapshot of each employee. Its event source mapping needs
ReportBatchItemFailures, so that one message that fails does not bring back the others. boto3 is
there on Lambda.
"""

import json
import os

import boto3
from boto3.dynamodb.conditions import Key
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


def save(sk, event, more):
    """Of two events the later counts: the condition takes no repeat, and nothing that comes late."""
    pk = "EMPLOYEE#" + event["subject"]
    try:
        table.put_item(
            Item={"pk": pk, "sk": sk, "sequence": event["sequence"], **more},
            ConditionExpression="attribute_not_exists(pk) OR #sequence < :sequence",
            ExpressionAttributeNames={"#sequence": "sequence"},
            ExpressionAttributeValues={":sequence": event["sequence"]},
        )
    except ClientError as error:
        if error.response["Error"]["Code"] != "ConditionalCheckFailedException":
            raise


def take(body):
    event = json.loads(body)
    if event.get("snapshot") is True:
        save("SNAPSHOT", event, {})
    if event["type"] in TYPES:
        clocking = event["data"]["clocking"]
        save("CLOCKING#" + clocking["id"], event, {"presence": presence_in(event, clocking)})


def presence_of(employee_id):
    """Where somebody is. What is older than their last snapshot, and was not told by that, is not so any more."""
    pk = Key("pk").eq("EMPLOYEE#" + employee_id)
    items = table.query(KeyConditionExpression=pk, ConsistentRead=True)["Items"]
    snapshot = next((each["sequence"] for each in items if each["sk"] == "SNAPSHOT"), "")
    now = [each.get("presence") for each in items if each["sequence"] >= snapshot]
    return next((each for each in ("in", "on a break") if each in now), "out")


def handler(event, context):
    failures = []
    for record in event["Records"]:
        try:
            take(record["body"])
        except Exception:
            failures.append({"itemIdentifier": record["messageId"]})
    return {"batchItemFailures": failures}
