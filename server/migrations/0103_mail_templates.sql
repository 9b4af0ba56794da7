-- Texts for mails that all members of an Account use, and what stands below the mails of a mailbox.
CREATE TABLE mail_templates (
  uuid uuid PRIMARY KEY,
  account_uuid uuid NOT NULL REFERENCES accounts (uuid) ON DELETE CASCADE,
  name text NOT NULL,
  subject text NOT NULL,
  text text NOT NULL,
  version integer NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL
);
CREATE UNIQUE INDEX mail_templates_name_key ON mail_templates (account_uuid, lower(name));
ALTER TABLE mailboxes ADD COLUMN signature text NOT NULL DEFAULT '';
