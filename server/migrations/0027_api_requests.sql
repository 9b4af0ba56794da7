-- What programs ask of the API, for whoever writes them: no query, no body, kept for three days. Nothing refers to a row, and a row outlives
-- the token or the application that it names.
CREATE TABLE api_requests (
  uuid uuid PRIMARY KEY,
  user_uuid uuid NOT NULL,
  token_uuid uuid,
  grant_uuid uuid,
  method text NOT NULL,
  path text NOT NULL,
  status integer NOT NULL,
  problem_code text,
  duration_ms integer NOT NULL,
  request_id text NOT NULL,
  created_at timestamptz(3) NOT NULL
);
-- A page of the list, the newest first. The uuid begins with the time, so the primary key serves the deletion.
CREATE INDEX api_requests_user_uuid_idx ON api_requests (user_uuid, created_at, uuid);
