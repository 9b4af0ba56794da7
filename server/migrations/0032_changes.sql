-- All events of one change, such as an import or a batch, and the way in which it came.
-- Events from before this migration have none.
ALTER TABLE events ADD COLUMN change_uuid uuid, ADD COLUMN source text;

CREATE INDEX events_change_idx ON events (account_uuid, change_uuid) WHERE change_uuid IS NOT NULL;
