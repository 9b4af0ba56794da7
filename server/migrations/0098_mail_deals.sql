-- Of which Deals a conversation is. user_uuid null: by the rule. is_linked false: somebody said that
-- it is not, so the rule says nothing of this conversation any more.

CREATE TABLE mail_deals (
  account_uuid uuid NOT NULL,
  thread_uuid uuid NOT NULL,
  deal_uuid uuid NOT NULL,
  is_linked boolean NOT NULL,
  user_uuid uuid REFERENCES users (uuid) ON DELETE SET NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  PRIMARY KEY (account_uuid, thread_uuid, deal_uuid),
  FOREIGN KEY (account_uuid, deal_uuid) REFERENCES records (account_uuid, uuid) ON DELETE CASCADE
);
CREATE INDEX mail_deals_deal_idx ON mail_deals (account_uuid, deal_uuid);
CREATE INDEX mail_deals_user_idx ON mail_deals (user_uuid);
