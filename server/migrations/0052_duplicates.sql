-- The e-mail addresses and phone numbers of records that are not deleted, for those who share one.
CREATE TABLE points (
  account_uuid uuid NOT NULL,
  -- A folded e-mail address, or a number in its E.164 form.
  point text NOT NULL,
  record_uuid uuid NOT NULL,
  resource text NOT NULL,
  PRIMARY KEY (account_uuid, point, record_uuid),
  FOREIGN KEY (account_uuid, record_uuid) REFERENCES records (account_uuid, uuid) ON DELETE CASCADE
);
CREATE INDEX points_record_uuid_idx ON points (record_uuid);

CREATE FUNCTION points_of(emails jsonb, phones jsonb) RETURNS SETOF text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
BEGIN ATOMIC
  SELECT folded(one ->> 'value') FROM jsonb_array_elements(emails) AS one
  UNION
  SELECT one ->> 'e164' FROM jsonb_array_elements(phones) AS one WHERE one ? 'e164';
END;

CREATE FUNCTION keep_points() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    DELETE FROM points WHERE record_uuid = NEW.uuid;
  END IF;
  IF NEW.deleted_at IS NULL THEN
    INSERT INTO points (account_uuid, point, record_uuid, resource)
    SELECT NEW.account_uuid, point, NEW.uuid, TG_ARGV[0] FROM points_of(NEW.emails, NEW.phones) AS point;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER clients_points_new AFTER INSERT ON clients FOR EACH ROW
  WHEN (NEW.emails <> '[]' OR NEW.phones <> '[]') EXECUTE FUNCTION keep_points('client');
CREATE TRIGGER clients_points_changed AFTER UPDATE ON clients FOR EACH ROW
  WHEN (OLD.emails IS DISTINCT FROM NEW.emails OR OLD.phones IS DISTINCT FROM NEW.phones
    OR (OLD.deleted_at IS NULL) <> (NEW.deleted_at IS NULL))
  EXECUTE FUNCTION keep_points('client');
CREATE TRIGGER contacts_points_new AFTER INSERT ON contacts FOR EACH ROW
  WHEN (NEW.emails <> '[]' OR NEW.phones <> '[]') EXECUTE FUNCTION keep_points('contact');
CREATE TRIGGER contacts_points_changed AFTER UPDATE ON contacts FOR EACH ROW
  WHEN (OLD.emails IS DISTINCT FROM NEW.emails OR OLD.phones IS DISTINCT FROM NEW.phones
    OR (OLD.deleted_at IS NULL) <> (NEW.deleted_at IS NULL))
  EXECUTE FUNCTION keep_points('contact');

INSERT INTO points (account_uuid, point, record_uuid, resource)
SELECT account_uuid, point, uuid, 'client' FROM clients, points_of(emails, phones) AS point WHERE deleted_at IS NULL
UNION ALL
SELECT account_uuid, point, uuid, 'contact' FROM contacts, points_of(emails, phones) AS point WHERE deleted_at IS NULL;

-- Two records that look the same and are not: somebody has said so. The smaller uuid comes first.
CREATE TABLE distinct_records (
  account_uuid uuid NOT NULL,
  uuid uuid NOT NULL,
  other_uuid uuid NOT NULL,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (account_uuid, uuid, other_uuid),
  CHECK (uuid < other_uuid),
  FOREIGN KEY (account_uuid, uuid) REFERENCES records (account_uuid, uuid) ON DELETE CASCADE,
  FOREIGN KEY (account_uuid, other_uuid) REFERENCES records (account_uuid, uuid) ON DELETE CASCADE
);
CREATE INDEX distinct_records_other_uuid_idx ON distinct_records (account_uuid, other_uuid);
