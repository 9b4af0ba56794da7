-- A User reads what was delivered to a subscription also when it is deleted, as long as it is in the log.
DROP INDEX webhook_subscriptions_user_uuid_idx;
CREATE INDEX webhook_subscriptions_user_uuid_idx ON webhook_subscriptions (user_uuid);
