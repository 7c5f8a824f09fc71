"""Runs the consumer of a queue as somebody would. A boto3 from before 2023 speaks a protocol to SQS that
the embedded one does not know: then the same three calls go out in the one of today.
"""

import json
import runpy
import sys
import types
import urllib.request

import boto3

SPEAKS_JSON = (1, 28)


class Client:
    def __init__(self, endpoint_url):
        self.endpoint_url = endpoint_url

    def call(self, action, parameters):
        headers = {
            "Content-Type": "application/x-amz-json-1.0",
            "X-Amz-Target": "AmazonSQS." + action,
            "Authorization": "AWS4-HMAC-SHA256 Credential=local/20260101/eu-west-1/sqs/aws4_request",
        }
        body = json.dumps(parameters).encode()
        request = urllib.request.Request(self.endpoint_url, body, headers)
        with urllib.request.urlopen(request) as response:
            return json.loads(response.read() or b"{}")

    def receive_message(self, **parameters):
        return self.call("ReceiveMessage", parameters)

    def delete_message(self, **parameters):
        return self.call("DeleteMessage", parameters)

    def change_message_visibility(self, **parameters):
        return self.call("ChangeMessageVisibility", parameters)


if tuple(int(part) for part in boto3.__version__.split(".")[:2]) < SPEAKS_JSON:
    today = types.ModuleType("boto3")
    today.client = lambda _name, endpoint_url: Client(endpoint_url)
    sys.modules["boto3"] = today

sys.argv = sys.argv[1:]
runpy.run_path(sys.argv[0], run_name="__main__")
