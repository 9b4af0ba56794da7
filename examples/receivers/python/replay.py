"""Replay protection: refuses a delivery that was signed more than five minutes ago. Use it beside `verify`."""

import base64
import hmac
import re
import time

TOLERANCE_S = 300


def is_recent(body, headers, secrets, now_s=None):
    """True when one of `secrets` signed the raw bytes `body` with the time. `headers` are asked in lower case."""
    uuid, timestamp, signatures = (headers.get(f"webhook-{name}") or "" for name in ("id", "timestamp", "signature"))
    if not re.fullmatch("[0-9]{1,12}", timestamp) or abs(int(timestamp) - (now_s or time.time())) > TOLERANCE_S:
        return False
    signed = f"{uuid}.{timestamp}.".encode() + body
    keys = [base64.b64decode(re.sub("^whsec_", "", secret)) for secret in secrets]
    expected = [b"v1," + base64.b64encode(hmac.digest(key, signed, "sha256")) for key in keys]
    return any(hmac.compare_digest(s.encode(), e) for s in signatures.split(" ") for e in expected)
