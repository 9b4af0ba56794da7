-- Every record has a row here, of whatever kind, so that records of any kind can be linked. The key
-- holds the Account: a link between two Accounts cannot be stored.
CREATE TABLE records (
  account_uuid uuid NOT NULL REFERENCES accounts (uuid) ON DELETE CASCADE,
  uuid uuid NOT NULL,
  resource text NOT NULL,
  PRIMARY KEY (account_uuid, uuid)
);

-- A link from the record that shows it to the record that it names, such as from a contact to a client.
CREATE TABLE links (
  account_uuid uuid NOT NULL,
  from_uuid uuid NOT NULL,
  from_resource text NOT NULL,
  to_uuid uuid NOT NULL,
  to_resource text NOT NULL,
  position integer NOT NULL,
  role text,
  is_primary boolean NOT NULL,
  ended_on date,
  PRIMARY KEY (account_uuid, from_uuid, to_uuid),
  FOREIGN KEY (account_uuid, from_uuid) REFERENCES records (account_uuid, uuid) ON DELETE CASCADE,
  FOREIGN KEY (account_uuid, to_uuid) REFERENCES records (account_uuid, uuid) ON DELETE CASCADE
);
-- Who names a record, the newest first: a uuid is in the order of time.
CREATE INDEX links_to_idx ON links (account_uuid, to_uuid, from_resource, from_uuid);

INSERT INTO records (account_uuid, uuid, resource) SELECT account_uuid, uuid, 'client' FROM clients;
ALTER TABLE clients DROP CONSTRAINT clients_account_uuid_fkey;
ALTER TABLE clients ADD FOREIGN KEY (account_uuid, uuid) REFERENCES records (account_uuid, uuid) ON DELETE CASCADE;

-- The history of a busy record is read in order, a page at a time.
DROP INDEX events_resource_idx;
CREATE INDEX events_resource_idx ON events (resource_uuid, uuid);

-- What happened to a record stands in the history of other records, too: a won deal in that of its client.
CREATE TABLE timeline (
  account_uuid uuid NOT NULL,
  record_uuid uuid NOT NULL,
  event_uuid uuid NOT NULL REFERENCES events (uuid) ON DELETE CASCADE,
  PRIMARY KEY (record_uuid, event_uuid)
);
CREATE INDEX timeline_event_idx ON timeline (event_uuid);
