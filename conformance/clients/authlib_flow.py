"""Authlib, with requests: the whole way, once with PKCE and once without."""
import json, os, sys

os.environ["AUTHLIB_INSECURE_TRANSPORT"] = "1"
from authlib.integrations.requests_client import OAuth2Session

settings = json.loads(sys.argv[1])
with_pkce = sys.argv[2] == "pkce"
client = OAuth2Session(
    settings["client_id"],
    settings["client_secret"],
    scope="*",
    redirect_uri=settings["redirect_uri"],
    code_challenge_method="S256" if with_pkce else None,
)
verifier = {"code_verifier": "v" * 43} if with_pkce else {}
url, state = client.create_authorization_url(settings["base_url"] + "/oauth/authorize", **verifier)
print(url, flush=True)
back = sys.stdin.readline().strip()
token_url = settings["base_url"] + "/oauth/token"
client.fetch_token(token_url, authorization_response=back, **verifier)
assert client.get(settings["base_url"] + "/api/v1/logins").status_code == 200
client.refresh_token(token_url)
assert client.get(settings["base_url"] + "/api/v1/logins").status_code == 200
print("works")
