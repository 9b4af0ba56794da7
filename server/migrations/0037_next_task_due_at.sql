-- The time of the next task, where it has one. A day alone would be the day of who set the time, and another one for
-- who reads it elsewhere. The day and the time are those of the same task: the open one that is due first.
ALTER TABLE clients ADD COLUMN next_task_due_at timestamptz;
ALTER TABLE contacts ADD COLUMN next_task_due_at timestamptz;
ALTER TABLE deals ADD COLUMN next_task_due_at timestamptz;

CREATE TEMPORARY TABLE next_tasks ON COMMIT DROP AS
SELECT DISTINCT ON (links.to_uuid) links.to_uuid AS uuid, tasks.due_on, tasks.due_at
FROM links JOIN tasks ON tasks.uuid = links.from_uuid
WHERE links.from_resource = 'task' AND tasks.status = 'open' AND tasks.deleted_at IS NULL AND tasks.due_on IS NOT NULL
ORDER BY links.to_uuid, coalesce(tasks.due_at, (tasks.due_on + 1)::timestamp AT TIME ZONE 'UTC'), tasks.uuid;

UPDATE clients SET next_task_due_on = next.due_on, next_task_due_at = next.due_at
FROM next_tasks AS next WHERE next.uuid = clients.uuid AND next.due_at IS NOT NULL;
UPDATE contacts SET next_task_due_on = next.due_on, next_task_due_at = next.due_at
FROM next_tasks AS next WHERE next.uuid = contacts.uuid AND next.due_at IS NOT NULL;
UPDATE deals SET next_task_due_on = next.due_on, next_task_due_at = next.due_at
FROM next_tasks AS next WHERE next.uuid = deals.uuid AND next.due_at IS NOT NULL;
