-- The e-mail addresses and phone numbers of a new record cost an index entry less each, and no sort.
-- A record's points follow from the record, so they are found by themselves.
CREATE OR REPLACE FUNCTION points_of(emails jsonb, phones jsonb) RETURNS SETOF text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
BEGIN ATOMIC
  SELECT folded(one ->> 'value') FROM jsonb_array_elements(emails) AS one
  UNION ALL
  SELECT one ->> 'e164' FROM jsonb_array_elements(phones) AS one WHERE one ? 'e164';
END;

-- A record may have a point twice.
CREATE OR REPLACE FUNCTION keep_new_points() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO points (account_uuid, point, record_uuid, resource)
  SELECT account_uuid, point, uuid, TG_ARGV[0] FROM new_rows CROSS JOIN LATERAL points_of(emails, phones) AS point
  WHERE deleted_at IS NULL AND (emails <> '[]' OR phones <> '[]')
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION keep_points() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    DELETE FROM points WHERE account_uuid = OLD.account_uuid AND record_uuid = OLD.uuid
      AND point = ANY(ARRAY(SELECT points_of(OLD.emails, OLD.phones)));
  END IF;
  IF NEW.deleted_at IS NULL THEN
    INSERT INTO points (account_uuid, point, record_uuid, resource)
    SELECT NEW.account_uuid, point, NEW.uuid, TG_ARGV[0] FROM points_of(NEW.emails, NEW.phones) AS point
    ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION remove_points() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM points WHERE account_uuid = OLD.account_uuid AND record_uuid = OLD.uuid
    AND point = ANY(ARRAY(SELECT points_of(OLD.emails, OLD.phones)));
  RETURN NULL;
END $$;

DROP INDEX points_record_uuid_idx;
