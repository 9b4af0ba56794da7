-- Deleted Clients of an Account can be listed, the last that was deleted first. In the place of an index without the Account, which the list
-- would read through as well, with what all others have deleted; the purge, once an hour, can do with this one.
DROP INDEX clients_deleted_at_idx;
CREATE INDEX clients_deleted_at_idx ON clients (account_uuid, deleted_at, uuid) WHERE deleted_at IS NOT NULL;
