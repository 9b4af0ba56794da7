-- Which records came as sample data, so that they can be removed at once.
ALTER TABLE records ADD COLUMN is_sample boolean NOT NULL DEFAULT false;
CREATE INDEX records_sample_idx ON records (account_uuid) WHERE is_sample;
