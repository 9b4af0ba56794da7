-- The name and password of the server for sending, where they are others than those of the mailbox.
-- needs_past: addresses came while the mailbox was refused, so all of it is looked at again.
ALTER TABLE mailboxes ADD COLUMN smtp_username text, ADD COLUMN smtp_password_encrypted bytea,
  ADD COLUMN needs_past boolean NOT NULL DEFAULT false;
