-- What Users are told without asking. A change tells each User once: `cause_uuid` is the change, and `count` says of how
-- many records. `subject_uuid` is no foreign key, because an import or a receiver can be a subject as well.
CREATE TABLE notifications (
  uuid uuid PRIMARY KEY,
  user_uuid uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  account_uuid uuid REFERENCES accounts ON DELETE CASCADE,
  sort text NOT NULL,
  cause_uuid uuid NOT NULL,
  event text,
  resource text NOT NULL,
  subject_uuid uuid NOT NULL,
  title text NOT NULL,
  count integer NOT NULL DEFAULT 1,
  actor jsonb,
  change_uuid uuid,
  due_on date,
  due_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  read_at timestamptz(3),
  mail_at timestamptz(3),
  UNIQUE (user_uuid, cause_uuid, account_uuid)
);

CREATE INDEX notifications_user_idx ON notifications (user_uuid, uuid);
CREATE INDEX notifications_unread_idx ON notifications (user_uuid, uuid) WHERE read_at IS NULL;
CREATE INDEX notifications_subject_idx ON notifications (subject_uuid);
CREATE INDEX notifications_created_at_idx ON notifications (created_at);
CREATE INDEX notifications_account_idx ON notifications (account_uuid);

-- Mails that are still to be planned, each at its time.
CREATE INDEX notifications_mail_at_idx ON notifications (mail_at) WHERE mail_at IS NOT NULL;

-- Where a User wants to be told of a sort, if not as usual.
CREATE TABLE notification_choices (
  user_uuid uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  sort text NOT NULL,
  page boolean NOT NULL,
  browser boolean NOT NULL,
  mail boolean NOT NULL,
  PRIMARY KEY (user_uuid, sort)
);
