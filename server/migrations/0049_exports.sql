-- The whole Account as a file. `attempt_uuid` names those who write it: a worker that was taken over writes no more.
CREATE TABLE exports (
  uuid uuid PRIMARY KEY,
  account_uuid uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  user_uuid uuid NOT NULL REFERENCES users,
  state text NOT NULL DEFAULT 'running' CHECK (state IN ('running', 'completed', 'failed', 'expired')),
  events boolean NOT NULL,
  done_count bigint NOT NULL DEFAULT 0,
  total_count bigint NOT NULL DEFAULT 0,
  counts jsonb NOT NULL DEFAULT '{}',
  size_bytes bigint,
  sha256 text,
  failure text,
  job_uuid uuid,
  attempt_uuid uuid,
  created_at timestamptz(3) NOT NULL,
  finished_at timestamptz(3),
  expires_at timestamptz(3)
);

CREATE INDEX exports_account_uuid_idx ON exports (account_uuid, uuid);
CREATE INDEX exports_user_uuid_idx ON exports (user_uuid);
CREATE INDEX exports_expires_at_idx ON exports (expires_at) WHERE state = 'completed';

-- At most one export of an Account is under way.
CREATE UNIQUE INDEX exports_running_idx ON exports (account_uuid) WHERE state = 'running';

-- The file in pieces of one size, so that every process can send any part of it.
CREATE TABLE export_chunks (
  export_uuid uuid NOT NULL REFERENCES exports ON DELETE CASCADE,
  attempt_uuid uuid NOT NULL,
  position integer NOT NULL,
  bytes bytea NOT NULL,
  PRIMARY KEY (export_uuid, attempt_uuid, position)
);

-- A zip file is packed already.
ALTER TABLE export_chunks ALTER COLUMN bytes SET STORAGE EXTERNAL;
