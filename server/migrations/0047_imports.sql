-- When a record was created in the system that it was imported from.
ALTER TABLE clients ADD COLUMN source_created_at timestamptz(3);
ALTER TABLE contacts ADD COLUMN source_created_at timestamptz(3);
ALTER TABLE deals ADD COLUMN source_created_at timestamptz(3);
ALTER TABLE tasks ADD COLUMN source_created_at timestamptz(3);
ALTER TABLE notes ADD COLUMN source_created_at timestamptz(3);

-- Files from another system. `receiving`: they are still coming in, or never came to their end.
CREATE TABLE imports (
  uuid uuid PRIMARY KEY,
  account_uuid uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  user_uuid uuid NOT NULL REFERENCES users,
  -- Who asked for it, as events name them.
  actor jsonb NOT NULL,
  oauth_client_uuid uuid,
  state text NOT NULL DEFAULT 'receiving'
    CHECK (state IN ('receiving', 'draft', 'running', 'stopped', 'completed', 'failed')),
  preset text,
  -- The files with what is known of their columns, and what becomes of them.
  files jsonb NOT NULL DEFAULT '[]',
  plan jsonb,
  warnings jsonb NOT NULL DEFAULT '[]',
  total_count integer NOT NULL DEFAULT 0,
  done_count integer NOT NULL DEFAULT 0,
  created_count integer NOT NULL DEFAULT 0,
  updated_count integer NOT NULL DEFAULT 0,
  unchanged_count integer NOT NULL DEFAULT 0,
  skipped_count integer NOT NULL DEFAULT 0,
  refused_count integer NOT NULL DEFAULT 0,
  lost_cell_count integer NOT NULL DEFAULT 0,
  added_count integer NOT NULL DEFAULT 0,
  change_uuid uuid,
  job_uuid uuid,
  failure text,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  started_at timestamptz(3),
  ended_at timestamptz(3)
);

CREATE INDEX imports_account_uuid_idx ON imports (account_uuid, uuid);
CREATE INDEX imports_user_uuid_idx ON imports (user_uuid);
CREATE INDEX imports_created_at_idx ON imports (created_at);

-- The rows of the files, some hundred together: what one step of the import does. `outcomes` is
-- null until it is done.
CREATE TABLE import_chunks (
  import_uuid uuid NOT NULL REFERENCES imports ON DELETE CASCADE,
  file integer NOT NULL,
  position integer NOT NULL,
  rows text NOT NULL,
  row_count integer NOT NULL,
  outcomes text,
  -- The outcomes that occur in it.
  occurring text[] NOT NULL DEFAULT '{}',
  PRIMARY KEY (import_uuid, file, position)
);
