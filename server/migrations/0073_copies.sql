-- A row says that this database is a copy: webhooks, mails and reminders of the original are not its own.
CREATE TABLE copy_mark (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  made_at timestamptz(3) NOT NULL
);

ALTER TABLE webhook_finished_deliveries DROP CONSTRAINT webhook_finished_deliveries_not_sent_reason_check;
ALTER TABLE webhook_finished_deliveries ADD CONSTRAINT webhook_finished_deliveries_not_sent_reason_check
  CHECK (not_sent_reason IN ('subscription_disabled', 'subscription_deleted', 'own_change', 'imported', 'target_not_allowed', 'access_lost', 'copy'))
  NOT VALID;
