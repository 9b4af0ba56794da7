"""A complete receiver with Python's standard library: PORT=4000 SIGNING_SECRET=... python3 stdlib_receiver.py

SIGNING_SECRET may hold two secrets, with a comma between them, while one is being replaced.
"""

import hmac
import json
import os
import re
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SECRETS = os.environ["SIGNING_SECRET"].split(",")
MAX_BODY_BYTES = 2 * 1024 * 1024


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        length = self.headers.get("Content-Length") or ""
        if not re.fullmatch("[0-9]{1,9}", length):
            return self.answer(411)
        if int(length) > MAX_BODY_BYTES:
            return self.answer(413)
        body = self.rfile.read(int(length))
        if not verify(body, self.headers.get("X-Signature"), SECRETS):
            return self.answer(401)
        event = json.loads(body)
        self.answer(204)
        # Your own work goes here. It runs after the answer, because the service waits 15 s at most.
        print(json.dumps({"event": event["event"], "uuid": event["uuid"]}), flush=True)

    def answer(self, status):
        self.send_response(status)
        self.end_headers()


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
if __name__ == "__main__":
    server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "4000"))), Receiver)
    print(f"Receiving on http://127.0.0.1:{server.server_port}", flush=True)
    server.serve_forever()
