-- How far the folder has been read in which the operator gathers mail to secret addresses. `place`
-- is its server, user and path: another one is read from its beginning.

CREATE TABLE mail_drop_folders (
  place text PRIMARY KEY,
  uid_validity bigint NOT NULL,
  last_uid bigint NOT NULL
);
