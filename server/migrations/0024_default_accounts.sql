-- Where a record is created that names no Account: of the User, and of a token that has another one. It may be out of reach; that is looked at.
ALTER TABLE users ADD COLUMN default_account_uuid uuid;
ALTER TABLE personal_access_tokens ADD COLUMN default_account_uuid uuid;
UPDATE users SET default_account_uuid = (
  SELECT account_uuid FROM logins JOIN accounts ON accounts.uuid = logins.account_uuid AND accounts.deleted_at IS NULL
  WHERE logins.user_uuid = users.uuid ORDER BY logins.created_at, logins.uuid LIMIT 1);
