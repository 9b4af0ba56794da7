-- Reports over a long time read only these indexes. Their tables are ten times as large.
DROP INDEX deal_states_until_idx;
CREATE INDEX deal_states_until_idx ON deal_states (account_uuid, until)
  INCLUDE (since, deal_uuid, status, pipeline_uuid, stage_uuid, stage_since, owner_uuid, amount, currency, probability, expected_close_on, next_status, next_stage_uuid);
DROP INDEX deals_status_closed_at_idx;
CREATE INDEX deals_status_closed_at_idx ON deals (account_uuid, status, coalesce(closed_at, '-infinity'), uuid)
  INCLUDE (closed_at, pipeline_uuid, owner_uuid, amount, currency) WHERE deleted_at IS NULL;
DROP INDEX tasks_status_completed_at_idx;
CREATE INDEX tasks_status_completed_at_idx ON tasks (account_uuid, status, coalesce(completed_at, '-infinity'), uuid)
  INCLUDE (completed_at, assignee_uuid, type) WHERE deleted_at IS NULL;
DROP INDEX notes_created_at_idx;
CREATE INDEX notes_created_at_idx ON notes (account_uuid, created_at, uuid)
  INCLUDE (owner_uuid, source_created_at) WHERE deleted_at IS NULL;
