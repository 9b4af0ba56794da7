-- Whose entries the audit log of an Account shows beside those of its members.
CREATE INDEX audit_log_former_members_idx ON audit_log (account_uuid) WHERE action = 'login.deleted';
