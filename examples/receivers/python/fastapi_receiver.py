"""A complete receiver with FastAPI: SIGNING_SECRET=... uvicorn fastapi_receiver:app --port 4000

SIGNING_SECRET may hold two secrets, with a comma between them, while one is being replaced.
"""

import hmac
import json
import os
import re

from fastapi import BackgroundTasks, FastAPI, Request, Response

SECRETS = os.environ["SIGNING_SECRET"].split(",")
MAX_BODY_BYTES = 2 * 1024 * 1024

app = FastAPI()


@app.post("/")
async def receive(request: Request):
    body = bytearray()  # The raw bytes, because a parsed and dumped model has others.
    async for chunk in request.stream():
        body += chunk
        if len(body) > MAX_BODY_BYTES:
            return Response(status_code=413)
    if not verify(body, request.headers.get("x-signature"), SECRETS):
        return Response(status_code=401)
    work = BackgroundTasks()
    work.add_task(handle, json.loads(body))
    return Response(status_code=204, background=work)


def handle(event):
    # Your own work goes here. It runs after the answer, because the service waits 15 s at most.
    print(json.dumps({"event": event["event"], "uuid": event["uuid"]}), flush=True)


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
