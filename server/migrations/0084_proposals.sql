-- Changes that programs propose, and a person accepts or declines.
CREATE TABLE proposals (
  uuid uuid PRIMARY KEY,
  account_uuid uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  user_uuid uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  actor jsonb NOT NULL,
  message text,
  operations jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  -- Null while a part of it is open.
  decided_at timestamptz
);
CREATE INDEX proposals_account ON proposals (account_uuid, uuid);
CREATE INDEX proposals_user ON proposals (user_uuid) WHERE decided_at IS NULL;
CREATE INDEX proposals_end ON proposals (coalesce(decided_at, expires_at));
