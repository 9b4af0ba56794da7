-- Workers own jobs as they own receivers (decision 0059).
ALTER TABLE webhook_workers RENAME TO workers;
ALTER TABLE workers RENAME CONSTRAINT webhook_workers_pkey TO workers_pkey;

ALTER TABLE webhook_shards RENAME TO worker_shards;
ALTER TABLE worker_shards RENAME CONSTRAINT webhook_shards_pkey TO worker_shards_pkey;
ALTER TABLE worker_shards RENAME CONSTRAINT webhook_shards_worker_uuid_fkey TO worker_shards_worker_uuid_fkey;

-- Work that outlives its request. `step` is the next step as data; `due_at` is when it may be made.
CREATE TABLE jobs (
  uuid uuid PRIMARY KEY,
  type text NOT NULL,
  -- Two open jobs of a type never have the same key.
  key text,
  account_uuid uuid REFERENCES accounts ON DELETE CASCADE,
  user_uuid uuid REFERENCES users ON DELETE CASCADE,
  -- Owners take turns. Those without Account and User are the service's own.
  owner_uuid uuid NOT NULL GENERATED ALWAYS AS (
    coalesce(account_uuid, user_uuid, '00000000-0000-0000-0000-000000000000')) STORED,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'running', 'completed', 'failed', 'cancelled')),
  step jsonb,
  done_count bigint NOT NULL DEFAULT 0,
  total_count bigint,
  detail text,
  result jsonb,
  -- The worker that began it, and how often its present step has failed.
  worker_uuid uuid,
  failure_count integer NOT NULL DEFAULT 0,
  due_at timestamptz(3) NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  finished_at timestamptz(3),
  CHECK ((finished_at IS NULL) = (state IN ('waiting', 'running')))
);

CREATE INDEX jobs_due_idx ON jobs (owner_uuid, due_at) WHERE finished_at IS NULL;
CREATE UNIQUE INDEX jobs_key_idx ON jobs (type, key) WHERE finished_at IS NULL AND key IS NOT NULL;
CREATE INDEX jobs_user_uuid_idx ON jobs (user_uuid, uuid);
CREATE INDEX jobs_account_uuid_idx ON jobs (account_uuid);
CREATE INDEX jobs_finished_at_idx ON jobs (finished_at) WHERE finished_at IS NOT NULL;
