-- Recoveries under way go on as jobs (decision 0059).
INSERT INTO jobs (uuid, type, user_uuid, step, done_count, total_count, due_at, created_at, updated_at)
SELECT recovery.uuid, 'webhook_recovery', subscription.user_uuid, '{}', recovered_count, delivery_count, recovery.updated_at,
  recovery.created_at, recovery.updated_at
FROM webhook_recoveries AS recovery JOIN webhook_subscriptions AS subscription ON subscription.uuid = subscription_uuid
WHERE state = 'running';
