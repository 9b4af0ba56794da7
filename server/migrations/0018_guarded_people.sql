-- When the User of a browser session last gave their password: with signing in, or again.
ALTER TABLE browser_sessions ADD COLUMN confirmed_at timestamptz(3);
UPDATE browser_sessions SET confirmed_at = created_at;
ALTER TABLE browser_sessions ALTER COLUMN confirmed_at SET NOT NULL;
