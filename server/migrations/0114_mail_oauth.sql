-- Mailboxes that sign in with a token of their provider (OAuth 2.0) instead of a password. The access token is kept until
-- `access_until`; `refreshing_until` lets one process at a time ask for the next: some providers take a refresh token once.
ALTER TABLE mailboxes ALTER COLUMN password_encrypted DROP NOT NULL,
  ADD COLUMN provider text,
  ADD COLUMN refresh_token_encrypted bytea,
  ADD COLUMN access_token_encrypted bytea,
  ADD COLUMN access_until timestamp(3) with time zone,
  ADD COLUMN refreshing_until timestamp(3) with time zone,
  ADD CONSTRAINT mailboxes_sign_in_check CHECK (
    CASE WHEN provider IS NULL THEN password_encrypted IS NOT NULL ELSE refresh_token_encrypted IS NOT NULL END);
