-- Mails on their way out. `attempt` counts how often one was begun to be sent: what an earlier
-- attempt learns is of no account. `dated_at` and `message_id` are the same in each, so that
-- whoever gets a mail twice can tell.
CREATE TABLE outgoing_mails (
  uuid uuid PRIMARY KEY,
  account_uuid uuid NOT NULL REFERENCES accounts (uuid) ON DELETE CASCADE,
  user_uuid uuid NOT NULL,
  mailbox_uuid uuid REFERENCES mailboxes (uuid) ON DELETE SET NULL,
  sender jsonb NOT NULL,
  receivers jsonb NOT NULL,
  subject text NOT NULL,
  text text NOT NULL,
  message_id text NOT NULL,
  answered_ids text[] NOT NULL,
  in_reply_to_uuid uuid,
  record_resource text,
  record_uuid uuid,
  state text NOT NULL CHECK (state IN ('waiting', 'sending', 'sent', 'uncertain', 'failed', 'cancelled')),
  problem jsonb,
  attempt integer NOT NULL DEFAULT 0,
  failure_count integer NOT NULL DEFAULT 0,
  due_at timestamp(3) with time zone NOT NULL,
  dated_at timestamp(3) with time zone NOT NULL,
  is_filed boolean NOT NULL DEFAULT false,
  mail_uuid uuid,
  ended_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  FOREIGN KEY (user_uuid, account_uuid) REFERENCES logins (user_uuid, account_uuid) ON DELETE CASCADE
);
CREATE INDEX outgoing_mails_user_idx ON outgoing_mails (user_uuid, account_uuid, uuid);
CREATE INDEX outgoing_mails_mailbox_idx ON outgoing_mails (mailbox_uuid);
CREATE INDEX outgoing_mails_under_way_idx ON outgoing_mails (due_at) WHERE ended_at IS NULL;
CREATE INDEX outgoing_mails_ended_at_idx ON outgoing_mails (ended_at);
