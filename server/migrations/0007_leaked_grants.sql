-- A grant also ends when somebody finds one of its tokens.
ALTER TABLE oauth_grants
  DROP CONSTRAINT oauth_grants_revoked_reason_check,
  ADD CONSTRAINT oauth_grants_revoked_reason_check CHECK (revoked_reason IN
    ('by_user', 'by_operator', 'by_client', 'refresh_token_reused', 'token_leaked', 'password_changed', 'expired'));
