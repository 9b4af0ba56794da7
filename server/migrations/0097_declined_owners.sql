-- Users of whom an owner or admin has said that they are not whom imported records name.
CREATE TABLE declined_owners (
  account_uuid uuid NOT NULL REFERENCES accounts (uuid) ON DELETE CASCADE,
  user_uuid uuid NOT NULL REFERENCES users (uuid) ON DELETE CASCADE,
  declined_at timestamptz(3) NOT NULL,
  PRIMARY KEY (account_uuid, user_uuid)
);
CREATE INDEX declined_owners_user_uuid_idx ON declined_owners (user_uuid);
