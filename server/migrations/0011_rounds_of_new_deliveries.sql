-- Claims go round the receivers that have new deliveries (decision 0044). Their order is that of the events, which no other index has.
DROP INDEX webhook_open_deliveries_new_idx;
CREATE INDEX webhook_open_deliveries_new_idx ON webhook_open_deliveries (subscription_uuid, event_uuid) WHERE state = 'new';
