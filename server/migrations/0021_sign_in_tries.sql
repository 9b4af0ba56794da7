-- Tries to sign in that count for the limits of all processes: one row for each name that a try counts under, which is a hash.
CREATE TABLE sign_in_tries (
  uuid uuid NOT NULL,
  key bytea NOT NULL,
  tried_at timestamptz(3) NOT NULL,
  PRIMARY KEY (uuid, key)
);
CREATE INDEX sign_in_tries_key_idx ON sign_in_tries (key, tried_at);
CREATE INDEX sign_in_tries_tried_at_idx ON sign_in_tries (tried_at);
