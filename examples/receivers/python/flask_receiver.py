"""A complete receiver with Flask: SIGNING_SECRET=... flask --app flask_receiver run --port 4000

SIGNING_SECRET may hold two secrets, with a comma between them, while one is being replaced.
"""

import hmac
import json
import os
import re

from flask import Flask, request

SECRETS = os.environ["SIGNING_SECRET"].split(",")
MAX_BODY_BYTES = 2 * 1024 * 1024

app = Flask(__name__)


@app.post("/")
def receive():
    # Not request.json, which loses the raw bytes, nor MAX_CONTENT_LENGTH, which older versions ignore.
    body = request.stream.read(MAX_BODY_BYTES + 1)
    if len(body) > MAX_BODY_BYTES:
        return "", 413
    if not verify(body, request.headers.get("X-Signature"), SECRETS):
        return "", 401
    event = json.loads(body)
    # Your own work goes here. Hand slow work to a queue: the service waits 15 s at most.
    print(json.dumps({"event": event["event"], "uuid": event["uuid"]}), flush=True)
    return "", 204


def verify(body, signature, secrets):
    """True when one of `secrets` signed the raw bytes `body`. `signature` is the header X-Signature, or None."""
    if not re.fullmatch("[0-9a-f]{64}", signature or ""):
        return False
    keys = [re.sub("^whsec_", "", secret) for secret in secrets]
    if not all(re.fullmatch("[A-Za-z0-9]{60}", key) for key in keys):
        raise ValueError("A signing secret has 60 letters and digits. Is SIGNING_SECRET set?")
    macs = [hmac.new(key.encode(), body, "sha256").hexdigest() for key in keys]
    return any(hmac.compare_digest(signature, mac) for mac in macs)


verify(b"", "0" * 64, SECRETS)  # A malformed secret is refused now, not at the first delivery.
