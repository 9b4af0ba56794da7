-- What the new name of a tag did to the queries of views, so that an undo of that change puts them back.
CREATE TABLE view_changes (
  account_uuid uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  change_uuid uuid NOT NULL,
  view_uuid uuid NOT NULL REFERENCES views ON DELETE CASCADE,
  before text NOT NULL,
  after text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (account_uuid, change_uuid, view_uuid)
);

CREATE INDEX view_changes_view_uuid_idx ON view_changes (view_uuid);
CREATE INDEX view_changes_created_at_idx ON view_changes (created_at);
