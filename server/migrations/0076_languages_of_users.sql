-- The language of a User's pages and mails. Null: none yet; the next sign-in takes the browser's.
ALTER TABLE users ADD COLUMN language text;
