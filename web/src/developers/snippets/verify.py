import hashlib, hmac, json, os
from http.server import BaseHTTPRequestHandler, HTTPServer

secret = os.environ["SIGNING_SECRET"].encode("ascii")

class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))  # the raw bytes
        expected = hmac.new(secret, body, hashlib.sha256).hexdigest()
        genuine = hmac.compare_digest(expected, self.headers.get("X-Signature", ""))
        self.send_response(204 if genuine else 401)
        self.end_headers()
        if genuine:
            print(json.loads(body)["event"], flush=True)

HTTPServer(("", int(os.environ.get("PORT", "8080"))), Receiver).serve_forever()
