-- The secret address at which the calendar of a User reads their tasks. Only its hash is kept.
CREATE TABLE calendar_feeds (
  uuid uuid PRIMARY KEY,
  user_uuid uuid NOT NULL UNIQUE REFERENCES users ON DELETE CASCADE,
  token_hash bytea NOT NULL UNIQUE,
  last_four text NOT NULL,
  expected_closes boolean NOT NULL,
  last_read_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL
);

-- What a feed has told: without it nobody could tell later that it was called off. It has no text of a record.
-- `turns` counts how often it was called off, or came back.
CREATE TABLE calendar_entries (
  feed_uuid uuid NOT NULL REFERENCES calendar_feeds ON DELETE CASCADE,
  record_uuid uuid NOT NULL,
  version integer NOT NULL,
  turns integer NOT NULL,
  starts_on date NOT NULL,
  starts_at timestamptz(3),
  gone_at timestamptz(3),
  PRIMARY KEY (feed_uuid, record_uuid)
);

-- The tasks of a User by day, completed ones too.
CREATE INDEX tasks_calendar_idx ON tasks (account_uuid, assignee_uuid, due_on, uuid)
  WHERE deleted_at IS NULL AND due_on IS NOT NULL;
-- The open deals of a User by the day on which they are expected to close.
CREATE INDEX deals_calendar_idx ON deals (account_uuid, owner_uuid, expected_close_on, uuid)
  WHERE deleted_at IS NULL AND status = 'open' AND expected_close_on IS NOT NULL;
