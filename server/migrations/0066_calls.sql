-- Which way a call or an e-mail went, and how a call ended. Nobody knows it of those that are there.
ALTER TABLE tasks ADD COLUMN direction text NOT NULL DEFAULT 'none', ADD COLUMN call_outcome text NOT NULL DEFAULT 'none';
ALTER TABLE tasks ALTER COLUMN direction DROP DEFAULT, ALTER COLUMN call_outcome DROP DEFAULT;
