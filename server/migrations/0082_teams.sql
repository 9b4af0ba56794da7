-- The teams of an Account. Whoever sees the records of their team sees those of its members.
CREATE TABLE teams (
  uuid uuid PRIMARY KEY,
  account_uuid uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  name text NOT NULL,
  version integer NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  UNIQUE (account_uuid, uuid)
);
CREATE UNIQUE INDEX teams_name_key ON teams (account_uuid, folded(name));

CREATE TABLE team_members (
  team_uuid uuid,
  account_uuid uuid NOT NULL,
  user_uuid uuid,
  PRIMARY KEY (team_uuid, user_uuid),
  FOREIGN KEY (account_uuid, team_uuid) REFERENCES teams (account_uuid, uuid) ON DELETE CASCADE,
  FOREIGN KEY (user_uuid, account_uuid) REFERENCES logins (user_uuid, account_uuid) ON DELETE CASCADE
);
CREATE INDEX team_members_user_idx ON team_members (user_uuid, account_uuid);
CREATE INDEX team_members_account_idx ON team_members (account_uuid, team_uuid);
