-- Origins of web pages that may call the API with a token and read its answers (CORS).
ALTER TABLE oauth_clients ADD COLUMN allowed_origins text[] NOT NULL DEFAULT '{}';
ALTER TABLE oauth_clients ALTER COLUMN allowed_origins DROP DEFAULT;
