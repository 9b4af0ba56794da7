-- A record whose owner is emptied is nobody's, and so seen by all. Users are never deleted; who tries
-- it by SQL is now refused while they own records, and hands these over first.
ALTER TABLE clients DROP CONSTRAINT clients_owner_uuid_fkey,
  ADD CONSTRAINT clients_owner_uuid_fkey FOREIGN KEY (owner_uuid) REFERENCES users (uuid);
ALTER TABLE contacts DROP CONSTRAINT contacts_owner_uuid_fkey,
  ADD CONSTRAINT contacts_owner_uuid_fkey FOREIGN KEY (owner_uuid) REFERENCES users (uuid);
ALTER TABLE deals DROP CONSTRAINT deals_owner_uuid_fkey,
  ADD CONSTRAINT deals_owner_uuid_fkey FOREIGN KEY (owner_uuid) REFERENCES users (uuid);
ALTER TABLE tasks DROP CONSTRAINT tasks_owner_uuid_fkey, DROP CONSTRAINT tasks_assignee_uuid_fkey,
  ADD CONSTRAINT tasks_owner_uuid_fkey FOREIGN KEY (owner_uuid) REFERENCES users (uuid),
  ADD CONSTRAINT tasks_assignee_uuid_fkey FOREIGN KEY (assignee_uuid) REFERENCES users (uuid);
ALTER TABLE notes DROP CONSTRAINT notes_owner_uuid_fkey,
  ADD CONSTRAINT notes_owner_uuid_fkey FOREIGN KEY (owner_uuid) REFERENCES users (uuid);
