-- The workers that run. Each takes the receivers of its share first, so that they do not wait for each other's rows.
CREATE TABLE webhook_workers (
  uuid         uuid PRIMARY KEY,
  only_retries boolean NOT NULL,                 -- these share the receivers among themselves
  seen_at      timestamptz(3) NOT NULL
);
