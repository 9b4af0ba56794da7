-- The personal access token that a webhook subscription was made with, so that whoever revokes it sees what goes on. Null: the pages, an
-- application, or a subscription from before.
ALTER TABLE webhook_subscriptions ADD COLUMN token_uuid uuid;
