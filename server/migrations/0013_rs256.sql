-- ID tokens are signed with RS256, or with ES256 for an application that asks. What is registered already goes on with ES256.
ALTER TABLE oauth_signing_keys ADD COLUMN algorithm text NOT NULL DEFAULT 'ES256' CHECK (algorithm IN ('RS256', 'ES256'));
ALTER TABLE oauth_signing_keys ALTER COLUMN algorithm DROP DEFAULT;
ALTER TABLE oauth_clients ADD COLUMN id_token_signed_response_alg text NOT NULL DEFAULT 'ES256'
  CHECK (id_token_signed_response_alg IN ('RS256', 'ES256'));
ALTER TABLE oauth_clients ALTER COLUMN id_token_signed_response_alg DROP DEFAULT;
