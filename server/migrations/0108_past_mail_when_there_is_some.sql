-- The job that looks for the past mail of new addresses is made by what notes them, in its
-- transaction, in place of a look every 20 seconds. It waits for a while by itself. No key: two that
-- write addresses at once must not wait for each other, and the second job finds nothing left.

CREATE OR REPLACE FUNCTION note_new_points() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO mail_new_points (account_uuid, point)
  SELECT account_uuid, point FROM added
  WHERE point LIKE '%@%' AND EXISTS (SELECT FROM mailboxes WHERE mailboxes.account_uuid = added.account_uuid);
  IF FOUND THEN
    INSERT INTO jobs (uuid, type, step, due_at, created_at, updated_at)
    VALUES (new_uuid(now()), 'find_past_mails', '{}', now(), now(), now());
  END IF;
  RETURN NULL;
END $$;
