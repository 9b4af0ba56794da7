-- Mailboxes of Users, and the mail of people whom an Account knows. A mail has a holder: whoever
-- has a copy of it reads all of it. Others read it at its level, and know of it by its people.

CREATE TABLE mailboxes (
  uuid uuid PRIMARY KEY,
  account_uuid uuid NOT NULL REFERENCES accounts (uuid) ON DELETE CASCADE,
  user_uuid uuid NOT NULL,
  address text NOT NULL,
  username text NOT NULL,
  password_encrypted bytea NOT NULL,
  imap jsonb NOT NULL,
  smtp jsonb,
  default_visibility text NOT NULL CHECK (default_visibility IN ('hidden', 'trace', 'subject', 'full')),
  since date NOT NULL,
  state text NOT NULL CHECK (state IN ('connecting', 'live', 'failed')),
  problem jsonb,
  failure_count integer NOT NULL DEFAULT 0,
  looked_at_count integer NOT NULL DEFAULT 0,
  kept_count integer NOT NULL DEFAULT 0,
  left_count integer,
  last_mail_at timestamp(3) with time zone,
  last_looked_at timestamp(3) with time zone,
  version integer NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  FOREIGN KEY (user_uuid, account_uuid) REFERENCES logins (user_uuid, account_uuid) ON DELETE CASCADE
);
CREATE UNIQUE INDEX mailboxes_address_key ON mailboxes (account_uuid, user_uuid, lower(address));
CREATE INDEX mailboxes_user_idx ON mailboxes (user_uuid, account_uuid);

-- How far a folder has been looked at. Another uid_validity means that its UIDs begin anew.
CREATE TABLE mailbox_folders (
  mailbox_uuid uuid NOT NULL REFERENCES mailboxes (uuid) ON DELETE CASCADE,
  path text NOT NULL,
  uid_validity bigint NOT NULL,
  last_uid bigint NOT NULL,
  PRIMARY KEY (mailbox_uuid, path)
);

-- user_uuid null: for the whole Account.
CREATE TABLE mail_exclusions (
  uuid uuid PRIMARY KEY,
  account_uuid uuid NOT NULL REFERENCES accounts (uuid) ON DELETE CASCADE,
  user_uuid uuid,
  sort text NOT NULL CHECK (sort IN ('excluded', 'protected', 'own')),
  pattern text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  FOREIGN KEY (user_uuid, account_uuid) REFERENCES logins (user_uuid, account_uuid) ON DELETE CASCADE
);
CREATE UNIQUE INDEX mail_exclusions_pattern_key ON mail_exclusions
  (account_uuid, user_uuid, sort, pattern) NULLS NOT DISTINCT;
CREATE INDEX mail_exclusions_user_idx ON mail_exclusions (user_uuid, account_uuid);

-- The fingerprint tells the copies of a mail in one mailbox to be the same, and is of nobody else.
-- The uuid has the time of sending in it, so that the order of the uuids is that of the mails.
CREATE TABLE mails (
  uuid uuid PRIMARY KEY,
  account_uuid uuid NOT NULL REFERENCES accounts (uuid) ON DELETE CASCADE,
  mailbox_uuid uuid REFERENCES mailboxes (uuid) ON DELETE SET NULL,
  holder_uuid uuid,
  fingerprint bytea NOT NULL,
  message_id text,
  thread_uuid uuid NOT NULL,
  direction text NOT NULL CHECK (direction IN ('in', 'out')),
  visibility text NOT NULL CHECK (visibility IN ('hidden', 'trace', 'subject', 'full')),
  sent_at timestamp(3) with time zone NOT NULL,
  subject text NOT NULL,
  text text NOT NULL,
  html text,
  unreadable text CHECK (unreadable IN ('too_large', 'too_many_parts', 'broken')),
  version integer NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  FOREIGN KEY (holder_uuid, account_uuid) REFERENCES logins (user_uuid, account_uuid)
    ON DELETE SET NULL (holder_uuid)
);
CREATE UNIQUE INDEX mails_fingerprint_key ON mails (account_uuid, holder_uuid, fingerprint);
CREATE INDEX mails_holder_idx ON mails (holder_uuid, account_uuid, uuid);
CREATE INDEX mails_mailbox_idx ON mails (mailbox_uuid);
CREATE INDEX mails_thread_idx ON mails (account_uuid, thread_uuid, uuid);
CREATE INDEX mails_message_id_idx ON mails (account_uuid, message_id);
CREATE INDEX mails_unread_idx ON mails (uuid) WHERE holder_uuid IS NULL AND visibility <> 'full';

-- point is the address as records have it (see points).
CREATE TABLE mail_people (
  account_uuid uuid NOT NULL REFERENCES accounts (uuid) ON DELETE CASCADE,
  mail_uuid uuid NOT NULL REFERENCES mails (uuid) ON DELETE CASCADE,
  "position" integer NOT NULL,
  role text NOT NULL CHECK (role IN ('from', 'to', 'cc')),
  address text NOT NULL,
  point text NOT NULL,
  name text NOT NULL,
  is_own boolean NOT NULL,
  PRIMARY KEY (mail_uuid, "position")
);
CREATE INDEX mail_people_point_idx ON mail_people (account_uuid, point, mail_uuid);

CREATE TABLE mail_attachments (
  mail_uuid uuid NOT NULL REFERENCES mails (uuid) ON DELETE CASCADE,
  number integer NOT NULL,
  name text NOT NULL,
  type text NOT NULL,
  size_bytes bigint NOT NULL,
  content_id text,
  PRIMARY KEY (mail_uuid, number)
);

CREATE TABLE mail_attachment_pieces (
  mail_uuid uuid NOT NULL,
  number integer NOT NULL,
  "position" integer NOT NULL,
  bytes bytea NOT NULL,
  PRIMARY KEY (mail_uuid, number, "position"),
  FOREIGN KEY (mail_uuid, number) REFERENCES mail_attachments (mail_uuid, number) ON DELETE CASCADE
);
ALTER TABLE mail_attachment_pieces ALTER COLUMN bytes SET STORAGE EXTERNAL;

-- What a holder has deleted here never comes again.
CREATE TABLE mails_forgotten (
  account_uuid uuid NOT NULL REFERENCES accounts (uuid) ON DELETE CASCADE,
  holder_uuid uuid NOT NULL,
  fingerprint bytea NOT NULL,
  PRIMARY KEY (account_uuid, holder_uuid, fingerprint),
  FOREIGN KEY (holder_uuid, account_uuid) REFERENCES logins (user_uuid, account_uuid) ON DELETE CASCADE
);
CREATE INDEX mails_forgotten_holder_idx ON mails_forgotten (holder_uuid, account_uuid);

-- Which mails a record has: by its addresses.
CREATE INDEX points_record_idx ON points (account_uuid, record_uuid, point);
