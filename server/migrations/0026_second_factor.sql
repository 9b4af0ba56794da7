-- The second factor of a User: a secret that an app of theirs has as well (TOTP, RFC 6238), encrypted
-- with the secret key. It counts once a code of it was given (enabled_at). last_step says for which
-- 30 seconds the last code was that was taken, so that none is taken twice.
CREATE TABLE totp_secrets (
  user_uuid uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  secret bytea NOT NULL,
  last_step bigint NOT NULL DEFAULT 0,
  enabled_at timestamptz(3),
  created_at timestamptz(3) NOT NULL
);
-- Codes for who has lost the app: each works once. A keyed hash is kept of them.
CREATE TABLE recovery_codes (
  user_uuid uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  code_hash bytea NOT NULL,
  used_at timestamptz(3),
  PRIMARY KEY (user_uuid, code_hash)
);
-- Sign-ins of Users who have given their password and not their code yet. They open nothing else.
CREATE TABLE half_sessions (
  cookie_hash bytea PRIMARY KEY,
  user_uuid uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  expires_at timestamptz(3) NOT NULL,
  created_at timestamptz(3) NOT NULL
);
CREATE INDEX half_sessions_user_uuid_idx ON half_sessions (user_uuid);
CREATE INDEX half_sessions_expires_at_idx ON half_sessions (expires_at);

ALTER TABLE accounts ADD COLUMN requires_second_factor boolean NOT NULL DEFAULT false;
