-- A subscription can leave out what imports make.
ALTER TABLE webhook_subscriptions ADD COLUMN skip_imports boolean NOT NULL DEFAULT false;

ALTER TABLE webhook_finished_deliveries DROP CONSTRAINT webhook_finished_deliveries_not_sent_reason_check;
ALTER TABLE webhook_finished_deliveries ADD CONSTRAINT webhook_finished_deliveries_not_sent_reason_check
  CHECK (not_sent_reason IN ('subscription_disabled', 'subscription_deleted', 'own_change', 'imported', 'target_not_allowed', 'access_lost'))
  NOT VALID;
