-- What came of an undo, for whoever looks later; null while a job does it. It names records, so it
-- goes when the change can no longer be taken back.
ALTER TABLE undos ADD COLUMN outcome jsonb, ADD COLUMN job_uuid uuid;
CREATE INDEX undos_outcome_idx ON undos (created_at) WHERE outcome IS NOT NULL;

-- A repeated answer names the change that the first one made.
ALTER TABLE idempotency_keys ADD COLUMN change_uuid uuid;
