-- The audit log of an Account, for its owners and admins.
CREATE INDEX audit_log_account_uuid_idx ON audit_log (account_uuid, uuid) WHERE account_uuid IS NOT NULL;
-- Whether the User wanted to be a member, or was added unasked: only of the former others see which applications and webhooks they have.
ALTER TABLE logins ADD COLUMN is_agreed boolean NOT NULL DEFAULT true;
