-- An invitation of a User who is there already, and who accepts it on their own page: a pending Login.
-- Null: an invitation by a link.
ALTER TABLE invitations ADD COLUMN user_uuid uuid REFERENCES users ON DELETE CASCADE;
CREATE INDEX invitations_user_uuid_idx ON invitations (user_uuid) WHERE user_uuid IS NOT NULL;

-- True when the link went by mail alone. Only then does opening it prove the address.
ALTER TABLE invitations ADD COLUMN is_mailed boolean NOT NULL DEFAULT false;
