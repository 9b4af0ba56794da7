-- Workers for late retries only are gone.
ALTER TABLE webhook_workers DROP COLUMN only_retries;
