-- What a User sends again while its receiver fails is the next attempt, before the pause ends. Its outcome leaves the pause as it is.
ALTER TABLE webhook_endpoints ADD COLUMN probe_uuid uuid; -- the delivery; null: whichever is due, when the pause has ended
ALTER TABLE webhook_endpoints DROP COLUMN claim_at;
-- When a worker should look: null while nothing waits or all slots are taken. Free again, it comes back by itself.
ALTER TABLE webhook_endpoints ADD COLUMN claim_at timestamptz(3) GENERATED ALWAYS AS (
  CASE WHEN backlog_due_at IS NOT NULL AND in_flight < slots
    THEN greatest(backlog_due_at, CASE WHEN probe_uuid IS NULL THEN paused_until END) END) STORED;
CREATE INDEX webhook_endpoints_claim_at_idx ON webhook_endpoints (claim_at) WHERE claim_at IS NOT NULL;

-- Receivers that have failed for too long are found by their time, not by their next failure.
CREATE INDEX webhook_endpoints_failing_since_idx ON webhook_endpoints (failing_since) WHERE paused_until IS NOT NULL;

-- What still waits for the next attempt of a subscription that was disabled or deleted ends as not sent.
UPDATE webhook_endpoints SET backlog_due_at = least(backlog_due_at, now()) WHERE disabled AND backlog_due_at IS NOT NULL;
