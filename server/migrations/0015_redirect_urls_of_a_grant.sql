-- A User is asked again before they are led to another address of the application.
ALTER TABLE oauth_grants ADD COLUMN redirect_urls text[] NOT NULL DEFAULT '{}';
UPDATE oauth_grants AS granted SET redirect_urls = used.urls
FROM (SELECT grant_uuid, array_agg(DISTINCT redirect_uri) AS urls FROM oauth_authorizations GROUP BY grant_uuid) AS used
WHERE used.grant_uuid = granted.uuid;
ALTER TABLE oauth_grants ALTER COLUMN redirect_urls DROP DEFAULT;
