"""requests-oauthlib: the whole way, once with PKCE and once without."""
import json, os, sys

os.environ["OAUTHLIB_INSECURE_TRANSPORT"] = "1"
from requests_oauthlib import OAuth2Session

settings = json.loads(sys.argv[1])
with_pkce = sys.argv[2] == "pkce"
client = OAuth2Session(settings["client_id"], redirect_uri=settings["redirect_uri"], scope=["*"])
challenge = {"code_challenge": settings["code_challenge"], "code_challenge_method": "S256"} if with_pkce else {}
url, state = client.authorization_url(settings["base_url"] + "/oauth/authorize", **challenge)
print(url, flush=True)
back = sys.stdin.readline().strip()
verifier = {"code_verifier": settings["code_verifier"]} if with_pkce else {}
token_url = settings["base_url"] + "/oauth/token"
token = client.fetch_token(token_url, authorization_response=back, client_secret=settings["client_secret"], **verifier)
assert isinstance(token["expires_at"], (int, float)), token
assert client.get(settings["base_url"] + "/api/v1/logins").status_code == 200
client.refresh_token(token_url, client_id=settings["client_id"], client_secret=settings["client_secret"])
assert client.get(settings["base_url"] + "/api/v1/logins").status_code == 200
print("works")
