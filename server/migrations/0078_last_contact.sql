-- Only what was said or written with somebody is a contact: notes and to-dos no longer are.
CREATE TEMPORARY TABLE contacted ON COMMIT DROP AS
  SELECT links.account_uuid, links.to_uuid AS uuid, max(tasks.completed_at) AS at
  FROM tasks JOIN links ON links.account_uuid = tasks.account_uuid AND links.from_uuid = tasks.uuid
  WHERE tasks.type <> 'todo' AND tasks.completed_at IS NOT NULL AND tasks.deleted_at IS NULL
  GROUP BY links.account_uuid, links.to_uuid;

UPDATE clients SET last_activity_at = found.at
FROM clients AS every LEFT JOIN contacted AS found USING (account_uuid, uuid)
WHERE clients.account_uuid = every.account_uuid AND clients.uuid = every.uuid
  AND clients.last_activity_at IS DISTINCT FROM found.at;

UPDATE contacts SET last_activity_at = found.at
FROM contacts AS every LEFT JOIN contacted AS found USING (account_uuid, uuid)
WHERE contacts.account_uuid = every.account_uuid AND contacts.uuid = every.uuid
  AND contacts.last_activity_at IS DISTINCT FROM found.at;

UPDATE deals SET last_activity_at = found.at
FROM deals AS every LEFT JOIN contacted AS found USING (account_uuid, uuid)
WHERE deals.account_uuid = every.account_uuid AND deals.uuid = every.uuid
  AND deals.last_activity_at IS DISTINCT FROM found.at;
