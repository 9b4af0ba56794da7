-- An open deal has no closed_at, and an open task no completed_at. So those of one status stand together at one
-- end of the order of that time, and a list from the other end would read all others first.
CREATE INDEX deals_status_closed_at_idx
  ON deals (account_uuid, status, coalesce(closed_at, '-infinity'::timestamptz), uuid) WHERE deleted_at IS NULL;
CREATE INDEX tasks_status_completed_at_idx
  ON tasks (account_uuid, status, coalesce(completed_at, '-infinity'::timestamptz), uuid) WHERE deleted_at IS NULL;
