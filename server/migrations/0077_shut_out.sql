-- An owner or admin may shut an application out of their Account. It ends where no other is left.
ALTER TABLE oauth_grants
  DROP CONSTRAINT oauth_grants_revoked_reason_check,
  ADD CONSTRAINT oauth_grants_revoked_reason_check CHECK (revoked_reason IN
    ('by_user', 'by_operator', 'by_client', 'by_account', 'refresh_token_reused', 'token_leaked', 'password_changed', 'expired'));
