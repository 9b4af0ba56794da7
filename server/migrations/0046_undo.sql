-- Each change in the order of its events, for the list of changes and for taking them back.
DROP INDEX events_change_idx;
CREATE INDEX events_change_idx ON events (account_uuid, change_uuid, uuid) INCLUDE (event)
  WHERE change_uuid IS NOT NULL AND body IS NOT NULL;

-- The whole body of an event that was too large for a delivery: an undo needs the values.
ALTER TABLE events ADD COLUMN uncut text;

-- Which change took back which. One that was itself taken back is not in effect.
CREATE TABLE undos (
  account_uuid uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  change_uuid uuid NOT NULL,
  undone_by uuid NOT NULL,
  in_effect boolean NOT NULL,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (account_uuid, change_uuid, undone_by)
);
CREATE INDEX undos_undone_by_idx ON undos (account_uuid, undone_by);
