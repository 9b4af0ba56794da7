-- Users who want a mail each morning. `next_at` is null until a worker has worked it out in their time zone.
CREATE TABLE morning_mails (
  user_uuid uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  next_at timestamptz(3)
);

CREATE INDEX morning_mails_next_at_idx ON morning_mails (next_at NULLS FIRST);
