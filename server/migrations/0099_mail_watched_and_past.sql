-- is_watched: the server says by itself when there is something new, so it is seldom looked.

ALTER TABLE mailboxes ADD COLUMN is_watched boolean NOT NULL DEFAULT false;

-- Addresses that a Client or Contact has got, whose past mail is still to be looked for. The points
-- are kept by triggers, so this is too: nobody can write an address and forget it. No key: two that
-- write the same address must not wait for each other.
CREATE TABLE mail_new_points (
  account_uuid uuid NOT NULL REFERENCES accounts (uuid) ON DELETE CASCADE,
  point text NOT NULL
);
CREATE INDEX mail_new_points_account_idx ON mail_new_points (account_uuid);

CREATE FUNCTION note_new_points() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO mail_new_points (account_uuid, point)
  SELECT account_uuid, point FROM added
  WHERE point LIKE '%@%' AND EXISTS (SELECT FROM mailboxes WHERE mailboxes.account_uuid = added.account_uuid);
  RETURN NULL;
END $$;
CREATE TRIGGER points_new AFTER INSERT ON points REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION note_new_points();
