-- Browser sessions ---------------------------------------------------------------------------------------------------

CREATE TABLE browser_sessions (
  uuid        uuid PRIMARY KEY,
  user_uuid   uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  cookie_hash bytea NOT NULL UNIQUE,           -- SHA-256; the cookie itself is never stored
  address     text NOT NULL,
  user_agent  text,
  expires_at  timestamptz(3) NOT NULL,
  created_at  timestamptz(3) NOT NULL          -- when the User signed in
);
CREATE INDEX browser_sessions_user_uuid_idx ON browser_sessions (user_uuid);
CREATE INDEX browser_sessions_expires_at_idx ON browser_sessions (expires_at);

-- From where Users signed in lately. From there they can even while others are using up the tries under their name.
CREATE TABLE sign_in_hosts (
  user_uuid    uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  host         text NOT NULL,                  -- an IPv4 address, or the /64 network of an IPv6 address
  last_used_at timestamptz(3) NOT NULL,
  PRIMARY KEY (user_uuid, host)
);
CREATE INDEX sign_in_hosts_last_used_at_idx ON sign_in_hosts (last_used_at);

-- OAuth 2.0 ----------------------------------------------------------------------------------------------------------

-- The uuid is the client_id.
CREATE TABLE oauth_clients (
  uuid          uuid PRIMARY KEY,
  name          text NOT NULL,
  company       text NOT NULL,
  email         text NOT NULL,                 -- whom to write to about the application
  redirect_urls text[] NOT NULL,
  require_pkce  boolean NOT NULL DEFAULT false,
  disabled_at   timestamptz(3),
  deleted_at    timestamptz(3),                -- kept: grants, subscriptions and the audit log name it
  created_at    timestamptz(3) NOT NULL,
  updated_at    timestamptz(3) NOT NULL
);

CREATE TABLE oauth_client_secrets (
  uuid        uuid PRIMARY KEY,
  client_uuid uuid NOT NULL REFERENCES oauth_clients ON DELETE CASCADE,
  secret_hash bytea NOT NULL UNIQUE,           -- SHA-256; the secret itself is never stored
  last_four   text NOT NULL,
  created_at  timestamptz(3) NOT NULL
);
CREATE INDEX oauth_client_secrets_client_uuid_idx ON oauth_client_secrets (client_uuid);

-- One User's consent to one application. Everything below a grant is dead as soon as it is revoked: whoever looks a code or
-- token up joins its grant, so that a revocation is one row and no race can leave a token behind.
CREATE TABLE oauth_grants (
  uuid           uuid PRIMARY KEY,
  user_uuid      uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  client_uuid    uuid NOT NULL REFERENCES oauth_clients ON DELETE CASCADE,
  scope          text[] NOT NULL,
  last_used_at   timestamptz(3),
  revoked_at     timestamptz(3),
  revoked_reason text CHECK (revoked_reason IN ('by_user', 'by_operator', 'by_client', 'refresh_token_reused', 'password_changed', 'expired')),
  created_at     timestamptz(3) NOT NULL,
  updated_at     timestamptz(3) NOT NULL,
  CHECK ((revoked_at IS NULL) = (revoked_reason IS NULL))
);
CREATE UNIQUE INDEX oauth_grants_live_key ON oauth_grants (user_uuid, client_uuid) WHERE revoked_at IS NULL;
CREATE INDEX oauth_grants_client_uuid_idx ON oauth_grants (client_uuid);
CREATE INDEX oauth_grants_revoked_at_idx ON oauth_grants (revoked_at) WHERE revoked_at IS NOT NULL;

-- One answer of the authorization endpoint: a code, and once it is redeemed the line of token pairs that came from it.
CREATE TABLE oauth_authorizations (
  uuid            uuid PRIMARY KEY,
  grant_uuid      uuid NOT NULL REFERENCES oauth_grants ON DELETE CASCADE,
  code_hash       bytea NOT NULL UNIQUE,
  code_expires_at timestamptz(3) NOT NULL,
  redirect_uri    text NOT NULL,
  code_challenge  text,                        -- PKCE, method S256
  scope           text[] NOT NULL,
  nonce           text,
  signed_in_at    timestamptz(3) NOT NULL,     -- auth_time of the ID token
  redeemed_at     timestamptz(3),
  revoked_at      timestamptz(3),
  created_at      timestamptz(3) NOT NULL
);
CREATE INDEX oauth_authorizations_grant_uuid_idx ON oauth_authorizations (grant_uuid);
CREATE INDEX oauth_authorizations_code_expires_at_idx ON oauth_authorizations (code_expires_at) WHERE redeemed_at IS NULL;

-- An access token and its refresh token. Used refresh tokens stay until they would have expired: reuse must be noticed.
CREATE TABLE oauth_token_pairs (
  uuid                     uuid PRIMARY KEY,
  authorization_uuid       uuid NOT NULL REFERENCES oauth_authorizations ON DELETE CASCADE,
  access_token_hash        bytea NOT NULL UNIQUE,
  access_token_scope       text[] NOT NULL,    -- may be narrower than the authorization's
  access_token_expires_at  timestamptz(3) NOT NULL,
  access_token_revoked_at  timestamptz(3),
  refresh_token_hash       bytea NOT NULL UNIQUE,
  refresh_token_expires_at timestamptz(3) NOT NULL,
  refreshed_at             timestamptz(3),     -- when the refresh token was used
  created_at               timestamptz(3) NOT NULL
);
CREATE INDEX oauth_token_pairs_authorization_uuid_idx ON oauth_token_pairs (authorization_uuid);
CREATE INDEX oauth_token_pairs_refresh_token_expires_at_idx ON oauth_token_pairs (refresh_token_expires_at);

-- Keys of ID tokens (ES256). A key is published before it is used and stays published after it: see oauth/openid/rules.ts.
CREATE TABLE oauth_signing_keys (
  uuid                  uuid PRIMARY KEY,      -- the kid
  public_jwk            jsonb NOT NULL,
  private_jwk_encrypted bytea NOT NULL,
  used_from             timestamptz(3) NOT NULL,
  created_at            timestamptz(3) NOT NULL
);

-- Audit --------------------------------------------------------------------------------------------------------------

-- Who did what, when and from where. No foreign keys: an entry outlives what it names.
CREATE TABLE audit_log (
  uuid              uuid PRIMARY KEY,
  action            text NOT NULL,
  actor_type        text NOT NULL,
  actor_uuid        uuid,
  actor_name        text NOT NULL,
  user_uuid         uuid,                      -- the User concerned, who may read the entry
  oauth_client_uuid uuid,
  account_uuid      uuid,
  address           text,                      -- null: from the command line
  request_id        text NOT NULL,
  details           jsonb NOT NULL,
  created_at        timestamptz(3) NOT NULL
);
CREATE INDEX audit_log_user_uuid_idx ON audit_log (user_uuid, uuid) WHERE user_uuid IS NOT NULL;

CREATE FUNCTION refuse_change() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END $$;
CREATE TRIGGER audit_log_is_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
