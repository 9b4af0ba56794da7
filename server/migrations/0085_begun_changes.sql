-- Changes whose uuid was handed out before their first event: undos and imports. Some change nothing.
CREATE TABLE begun_changes (
  account_uuid uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  uuid uuid NOT NULL,
  source text NOT NULL,
  actor json NOT NULL,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (account_uuid, uuid)
);
