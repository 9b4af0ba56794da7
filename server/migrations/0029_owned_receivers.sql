-- Workers own receivers and read what is new instead of claiming it (decision 0047). What an old worker had under way is
-- open like the rest, and is sent again under the same uuid.
DROP VIEW webhook_deliveries;

DROP TABLE webhook_workers;

-- The right of a worker to settle is its row. By the clock of the database.
CREATE TABLE webhook_workers (
  uuid uuid PRIMARY KEY,
  lease_until timestamptz(3) NOT NULL,
  machine text,
  process_id integer NOT NULL,
  sending integer NOT NULL DEFAULT 0,
  lag_ms bigint NOT NULL DEFAULT 0
) WITH (fillfactor = 50);

CREATE TABLE webhook_shards (
  shard smallint PRIMARY KEY,
  worker_uuid uuid REFERENCES webhook_workers ON DELETE SET NULL
) WITH (fillfactor = 50);

INSERT INTO webhook_shards (shard) SELECT generate_series(0, 63);

UPDATE webhook_open_deliveries SET due_at = least(due_at, now()) WHERE state = 'sending';

ALTER TABLE webhook_open_deliveries
  DROP COLUMN state,
  DROP COLUMN fence,
  ADD COLUMN transaction_id xid8 NOT NULL DEFAULT pg_current_xact_id(),
  ADD COLUMN sending_by uuid;

CREATE INDEX webhook_open_deliveries_transaction_id_idx ON webhook_open_deliveries (transaction_id);
CREATE INDEX webhook_open_deliveries_retry_idx ON webhook_open_deliveries (subscription_uuid, due_at)
  WHERE schedule_step > 0;

ALTER TABLE webhook_endpoints
  DROP COLUMN claim_at,
  DROP COLUMN backlog_due_at,
  DROP COLUMN in_flight,
  DROP COLUMN revision,
  ADD COLUMN transaction_id xid8 NOT NULL DEFAULT pg_current_xact_id();

CREATE INDEX webhook_endpoints_transaction_id_idx ON webhook_endpoints (transaction_id);

ALTER TABLE webhook_finished_deliveries DROP COLUMN fence;

-- A delivery is shown as being sent once that takes long, and as long as its worker lives.
CREATE VIEW webhook_deliveries AS
SELECT uuid, subscription_uuid, account_uuid, event_uuid, event,
  CASE WHEN EXISTS (SELECT FROM webhook_workers AS worker WHERE worker.uuid = sending_by) THEN 'sending' ELSE 'pending' END AS state,
  NULL::text AS not_sent_reason, NULL::text AS not_sent_detail, attempt_count, due_at, created_at,
  NULL::timestamptz(3) AS finished_at, NULL::timestamptz(3) AS last_started_at,
  NULL::smallint AS last_status, NULL::text AS last_error_kind
FROM webhook_open_deliveries
UNION ALL
SELECT uuid, subscription_uuid, account_uuid, event_uuid, event, state, not_sent_reason, not_sent_detail, attempt_count,
  NULL::timestamptz, created_at, finished_at, started_at, response_status, error_kind
FROM webhook_finished_deliveries;
