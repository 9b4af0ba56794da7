-- Where an Account is: what amounts, phones and days mean that do not say it. Null: not said.
ALTER TABLE accounts
  ADD COLUMN currency text,
  ADD COLUMN country text,
  ADD COLUMN time_zone text,
  ADD COLUMN week_starts_on text NOT NULL DEFAULT 'monday';

-- Whose days a User means, wherever they are read. Null: those of the Account.
ALTER TABLE users ADD COLUMN time_zone text;
