"""Judges the vectors on standard input with the `verify` of a receiver: python3 vectors.py stdlib_receiver

The form of a line is told in ../testing/vector-lines.ts.
"""

import base64
import importlib
import sys

from replay import is_recent

HEADERS = ["x-signature", "webhook-id", "webhook-timestamp", "webhook-signature"]
verify = importlib.import_module(sys.argv[1]).verify


def is_genuine(at_s, replay_protection, secrets, body, *values):
    headers = {name: decode(value).decode() for name, value in zip(HEADERS, values) if value != "-"}
    secrets = [decode(secret).decode() for secret in secrets.split(",") if secret != "-"]
    try:
        return verify(decode(body), headers.get("x-signature"), secrets) and (
            replay_protection == "0" or is_recent(decode(body), headers, secrets, int(at_s))
        )
    except ValueError:
        return False


def decode(field):
    return base64.b64decode(field[1:])


for line in sys.stdin:
    print("genuine" if is_genuine(*line.rstrip("\n").split(" ")) else "refused")
