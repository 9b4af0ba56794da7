-- The files that go with a mail, as they were when it was written: uuid, name, type, size and where
-- the bytes lie.
ALTER TABLE outgoing_mails ADD COLUMN files jsonb NOT NULL DEFAULT '[]';
