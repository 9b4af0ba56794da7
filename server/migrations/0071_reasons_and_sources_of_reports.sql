-- The reports of what was won and lost, and of new Clients, read only these indexes. Their tables
-- are ten times as large.
DROP INDEX deals_status_closed_at_idx;
CREATE INDEX deals_status_closed_at_idx ON deals (account_uuid, status, coalesce(closed_at, '-infinity'), uuid)
  INCLUDE (closed_at, pipeline_uuid, owner_uuid, amount, currency, lost_reason) WHERE deleted_at IS NULL;
DROP INDEX clients_created_at_idx;
CREATE INDEX clients_created_at_idx ON clients (account_uuid, created_at, uuid)
  INCLUDE (owner_uuid, source, source_created_at, deleted_at);
