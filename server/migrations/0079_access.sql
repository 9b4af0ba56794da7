-- Who sees and changes what in an Account, by role and kind. Null: everybody all, as it was.
ALTER TABLE accounts ADD COLUMN access jsonb;

-- A delivery about a record that its User does not see any more is not sent.
ALTER TABLE webhook_finished_deliveries DROP CONSTRAINT webhook_finished_deliveries_not_sent_reason_check;
ALTER TABLE webhook_finished_deliveries ADD CONSTRAINT webhook_finished_deliveries_not_sent_reason_check
  CHECK (not_sent_reason IN ('subscription_disabled', 'subscription_deleted', 'own_change', 'imported', 'target_not_allowed', 'access_lost', 'out_of_reach', 'copy'))
  NOT VALID;
