-- A delivery that has ended is one row of the log, its last attempt in it. webhook_attempts keeps those before. Rows of before stay as they are:
-- their last attempt is in webhook_attempts, too.
ALTER TABLE webhook_finished_deliveries
  ADD COLUMN started_at         timestamptz(3),  -- of the last attempt; null where none ended it
  ADD COLUMN duration_ms        integer,
  ADD COLUMN dns_ms             integer,
  ADD COLUMN connect_ms         integer,
  ADD COLUMN first_byte_ms      integer,
  ADD COLUMN response_status    smallint,
  ADD COLUMN error_kind         text,
  ADD COLUMN error_detail       text,
  ADD COLUMN signature          text,            -- X-Signature
  ADD COLUMN standard_signature text,            -- webhook-signature; the other headers follow from the delivery
  ADD COLUMN request_headers    json,            -- where a relay told other ones
  ADD COLUMN response_excerpt   text;

ALTER TABLE webhook_attempts
  ALTER COLUMN request_headers DROP NOT NULL,
  ADD COLUMN signature          text,
  ADD COLUMN standard_signature text;

DROP VIEW webhook_deliveries;
CREATE VIEW webhook_deliveries AS
  SELECT uuid, subscription_uuid, account_uuid, event_uuid, event, CASE state WHEN 'sending' THEN 'sending' ELSE 'pending' END AS state,
    NULL AS not_sent_reason, NULL AS not_sent_detail, attempt_count, due_at, created_at, NULL::timestamptz(3) AS finished_at,
    NULL::timestamptz(3) AS last_started_at, NULL::smallint AS last_status, NULL AS last_error_kind
  FROM webhook_open_deliveries
  UNION ALL
  SELECT uuid, subscription_uuid, account_uuid, event_uuid, event, state,
    not_sent_reason, not_sent_detail, attempt_count, NULL, created_at, finished_at,
    started_at, response_status, error_kind
  FROM webhook_finished_deliveries;
