-- Databases that applied 0011 in its first days have this index by the uuid of the receiver. The others have it already, and get it anew.
DROP INDEX webhook_open_deliveries_new_idx;
CREATE INDEX webhook_open_deliveries_new_idx ON webhook_open_deliveries (uuid_send(subscription_uuid), event_uuid) WHERE state = 'new';
