-- The web interface --------------------------------------------------------------------------------------------------

ALTER TABLE browser_sessions ADD COLUMN last_used_at timestamptz(3); -- written at most every five minutes

-- Rotating a token gives it a new secret; the old one works until the new one is used, for a day at most.
ALTER TABLE personal_access_tokens
  ADD COLUMN previous_token_hash bytea UNIQUE,
  ADD COLUMN previous_valid_until timestamptz(3),
  ADD CHECK ((previous_token_hash IS NULL) = (previous_valid_until IS NULL));

-- Links that were mailed to a User. Each works once; the link itself is never stored, only its SHA-256.
CREATE TABLE one_time_links (
  uuid       uuid PRIMARY KEY,
  user_uuid  uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  purpose    text NOT NULL CHECK (purpose IN ('password_reset', 'email_change')),
  token_hash bytea NOT NULL UNIQUE,
  email      text,                             -- the new address; null for a password
  expires_at timestamptz(3) NOT NULL,
  created_at timestamptz(3) NOT NULL,
  CHECK ((email IS NOT NULL) = (purpose = 'email_change'))
);
CREATE INDEX one_time_links_user_uuid_idx ON one_time_links (user_uuid);
CREATE INDEX one_time_links_expires_at_idx ON one_time_links (expires_at);

CREATE TABLE invitations (
  uuid         uuid PRIMARY KEY,
  account_uuid uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  email        text NOT NULL,
  role         text NOT NULL CHECK (role IN ('owner', 'admin', 'member', 'viewer')),
  sender_uuid  uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  token_hash   bytea NOT NULL UNIQUE,
  expires_at   timestamptz(3) NOT NULL,
  created_at   timestamptz(3) NOT NULL
);
CREATE UNIQUE INDEX invitations_account_email_key ON invitations (account_uuid, lower(email));
CREATE INDEX invitations_expires_at_idx ON invitations (expires_at);
