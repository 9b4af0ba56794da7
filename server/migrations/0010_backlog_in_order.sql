-- A backlog is sent in the order of its events. Many of them have one due_at, as those of an import, and their uuids tell their order.
DROP INDEX webhook_open_deliveries_waiting_idx;
CREATE INDEX webhook_open_deliveries_waiting_idx ON webhook_open_deliveries (subscription_uuid, due_at, uuid)
  WHERE state = 'waiting' AND schedule_step = 0;
