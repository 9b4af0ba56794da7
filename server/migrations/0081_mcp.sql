-- Assistants connect at /mcp. An Account may be shut to them, and a token may be for that alone.
ALTER TABLE accounts ADD COLUMN mcp_enabled boolean NOT NULL DEFAULT true;
ALTER TABLE oauth_authorizations ADD COLUMN for_mcp boolean NOT NULL DEFAULT false;
