-- What tells that mails without references speak of the same: their subject, without Re:, and their
-- people. is_loose: an answer that does not say to what. Mails from before have no topic.

ALTER TABLE mails ADD COLUMN topic bytea, ADD COLUMN is_loose boolean NOT NULL DEFAULT false;
CREATE INDEX mails_topic_idx ON mails (account_uuid, holder_uuid, topic) WHERE topic IS NOT NULL;
