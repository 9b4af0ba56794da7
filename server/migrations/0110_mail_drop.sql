-- Secret addresses of Users, by which mail comes in without a mailbox. What came last is told
-- without a word of it: most of it is of nobody whom the Account knows.

CREATE TABLE mail_drop_boxes (
  uuid uuid PRIMARY KEY,
  account_uuid uuid NOT NULL REFERENCES accounts (uuid) ON DELETE CASCADE,
  user_uuid uuid NOT NULL,
  secret_hash bytea NOT NULL UNIQUE,
  secret_encrypted bytea NOT NULL,
  last_outcome text CHECK (last_outcome IN ('kept', 'held', 'full', 'nobody_known', 'automatic', 'unreadable')),
  last_mail_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  FOREIGN KEY (user_uuid, account_uuid) REFERENCES logins (user_uuid, account_uuid) ON DELETE CASCADE
);
CREATE UNIQUE INDEX mail_drop_boxes_user_key ON mail_drop_boxes (user_uuid, account_uuid);
CREATE INDEX mail_drop_boxes_account_idx ON mail_drop_boxes (account_uuid);

-- Mail of known people of which nothing proves that the User sent it. It waits for them some days.
CREATE TABLE mail_held (
  uuid uuid PRIMARY KEY,
  account_uuid uuid NOT NULL REFERENCES accounts (uuid) ON DELETE CASCADE,
  drop_box_uuid uuid NOT NULL REFERENCES mail_drop_boxes (uuid) ON DELETE CASCADE,
  fingerprint bytea NOT NULL,
  reason text NOT NULL CHECK (reason IN ('unclear_sender', 'other_sender', 'unproven')),
  sender text NOT NULL,
  subject text NOT NULL,
  sent_at timestamp(3) with time zone NOT NULL,
  bytes bytea NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  UNIQUE (drop_box_uuid, fingerprint)
);
ALTER TABLE mail_held ALTER COLUMN bytes SET STORAGE EXTERNAL;
CREATE INDEX mail_held_account_idx ON mail_held (account_uuid);
CREATE INDEX mail_held_created_at_idx ON mail_held (created_at);
