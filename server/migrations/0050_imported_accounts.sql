-- Events that came with an Account from an archive are older than their place in the feed. Those of an Account
-- below this uuid did: whoever looks for a place by time must leave them out.
ALTER TABLE accounts ADD COLUMN imported_below uuid;
