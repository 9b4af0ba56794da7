-- Claims go round the receivers that have new deliveries (decision 0044). The bytes of the receiver and not its uuid, so that no other index fits.
DROP INDEX webhook_open_deliveries_new_idx;
CREATE INDEX webhook_open_deliveries_new_idx ON webhook_open_deliveries (uuid_send(subscription_uuid), event_uuid) WHERE state = 'new';
