-- When a Task reminds of itself. Existing ones do as new ones: at their time, or in the morning of their day.
ALTER TABLE tasks ADD COLUMN reminder text NOT NULL DEFAULT 'at_time';
ALTER TABLE tasks ALTER COLUMN reminder DROP DEFAULT;

-- Reminders to come, written in the transactions of the changes. `remind_at` is null until a worker has worked it out
-- in the time zone of the User. A reminder that was given is gone.
CREATE TABLE reminders (
  record_uuid uuid PRIMARY KEY,
  account_uuid uuid NOT NULL,
  user_uuid uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  resource text NOT NULL,
  title text NOT NULL,
  due_on date,
  due_at timestamptz(3),
  lead text NOT NULL,
  changed_at timestamptz(3) NOT NULL,
  remind_at timestamptz(3),
  FOREIGN KEY (account_uuid, record_uuid) REFERENCES records (account_uuid, uuid) ON DELETE CASCADE
);

CREATE INDEX reminders_remind_at_idx ON reminders (remind_at, record_uuid) WHERE remind_at IS NOT NULL;
CREATE INDEX reminders_open_idx ON reminders (record_uuid) WHERE remind_at IS NULL;
CREATE INDEX reminders_user_idx ON reminders (user_uuid);
CREATE INDEX reminders_account_idx ON reminders (account_uuid, record_uuid);

INSERT INTO reminders (record_uuid, account_uuid, user_uuid, resource, title, due_on, due_at, lead, changed_at)
SELECT uuid, account_uuid, coalesce(assignee_uuid, owner_uuid), 'task', left(title, 120), due_on, due_at, reminder, now()
FROM tasks
WHERE status = 'open' AND deleted_at IS NULL AND coalesce(assignee_uuid, owner_uuid) IS NOT NULL
  AND (due_at > now() OR due_at IS NULL AND due_on >= current_date - 1);
