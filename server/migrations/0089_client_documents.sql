-- Applications that nobody registered: a document at their client_id says what they are.
ALTER TABLE oauth_clients ADD COLUMN document_url text UNIQUE, ADD COLUMN document_read_at timestamp(3) with time zone;
