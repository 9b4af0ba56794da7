-- Objects in a storage elsewhere whose content is gone from here, or lies in the database again.
-- They are deleted after the transaction that made them useless, by a job, as often as it takes.
-- account_uuid refers to no Account: it may be gone as well.
CREATE TABLE file_leavings (
  account_uuid uuid NOT NULL,
  content_uuid uuid NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  PRIMARY KEY (account_uuid, content_uuid)
);

CREATE FUNCTION keep_file_leavings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO file_leavings (account_uuid, content_uuid, created_at)
  VALUES (OLD.account_uuid, OLD.uuid, now()) ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;

CREATE TRIGGER file_contents_deleted AFTER DELETE ON file_contents
  FOR EACH ROW WHEN (OLD.place = 's3') EXECUTE FUNCTION keep_file_leavings();
CREATE TRIGGER file_contents_moved AFTER UPDATE OF place ON file_contents
  FOR EACH ROW WHEN (OLD.place = 's3' AND NEW.place = 'database') EXECUTE FUNCTION keep_file_leavings();
