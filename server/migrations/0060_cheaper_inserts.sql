-- A record's insert spends less on what is kept for search and for duplicates. All words and points
-- stay the same, so no record is written again.

-- A number with an E.164 form needs no cleaning.
CREATE OR REPLACE FUNCTION phone_numbers(phone jsonb) RETURNS text[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  e164 text := phone ->> 'e164';
  written text;
  digits text;
BEGIN
  IF e164 IS NOT NULL THEN
    digits := substr(e164, 2);
  ELSE
    -- Up to the first letter, because an extension is no part of the number.
    written := replace(substring(phone ->> 'value' FROM '^[^A-Za-z]*'), '(0)', '');
    digits := ltrim(left(regexp_replace(written, '[^0-9]', '', 'g'), 40), '0');
    IF length(digits) < 4 THEN RETURN '{}'; END IF;
    IF written !~ '^\s*(\+|00)' THEN RETURN ARRAY[digits]; END IF;
  END IF;
  RETURN ARRAY[digits, regexp_replace(digits, '^(1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|(2[1-689]|3[578]|42|50|59|6[789]|8[0357-9]|9[679])[0-9])', '')];
END $$;

-- Without a query, which costs more than the words themselves.
CREATE OR REPLACE FUNCTION phone_words(phones jsonb) RETURNS tsvector LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  numbers text[] := '{}';
BEGIN
  FOR place IN 0 .. jsonb_array_length(phones) - 1 LOOP
    numbers := numbers || phone_numbers(phones -> place);
  END LOOP;
  RETURN array_to_tsvector(array_remove(numbers, ''));
END $$;

-- The separators of the JSON text become blanks at once, because each match of the pattern below
-- costs as much as a word.
CREATE OR REPLACE FUNCTION search_words(written text, details jsonb) RETURNS tsvector LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  found text := replace(jsonb_path_query_array(details, 'strict $.** ? (@.type() == "string" || @.type() == "number")')::text, '", "', ' ');
  wholes text;
  parts text;
BEGIN
  -- The n of a line break, written \n, would begin the next word.
  IF strpos(found, '\') > 0 THEN found := regexp_replace(found, '\\(u[0-9a-f]{4}|.)', ' ', 'g'); END IF;
  wholes := regexp_replace(left(folded(written || ' ' || found), 200000), '[\x01-\x1f\x7f!"#$%()*,:;<=>?[\\\]^`{|}~\u0080-\u00bf\u00d7\u00f7\u055a-\u055f\u0589\u058a\u05be\u05c0\u05c3\u05c6\u05f3\u05f4\u060c\u061b\u061f\u066a-\u066d\u06d4\u0964\u0965\u0f0b-\u0f14\u104a-\u104f\u1680\u2000-\u206f\u20a0-\u20cf\u2100-\u2bff\u2e00-\u2e7f\u3000-\u3004\u3008-\u3020\u3030\u303d\u30a0\u30fb\ufffc-\uffff]+', ' ', 'g');
  -- Pairs of characters of scripts without blanks: first from the first character on, then from the second on.
  IF wholes ~ '[\u1100-\u11ff\u3005-\u3007\u3021-\u302f\u3031-\u303c\u3041-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3105-\u312f\u31a0-\u31bf\u31f0-\u31ff\u3400-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\U00020000-\U0003ffff]' THEN
    wholes := regexp_replace(wholes, '([\u1100-\u11ff\u3005-\u3007\u3021-\u302f\u3031-\u303c\u3041-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3105-\u312f\u31a0-\u31bf\u31f0-\u31ff\u3400-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\U00020000-\U0003ffff]{1,2})', ' \1 ', 'g') || ' ' || regexp_replace(
      regexp_replace(wholes, '(^|[^\u1100-\u11ff\u3005-\u3007\u3021-\u302f\u3031-\u303c\u3041-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3105-\u312f\u31a0-\u31bf\u31f0-\u31ff\u3400-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\U00020000-\U0003ffff])([\u1100-\u11ff\u3005-\u3007\u3021-\u302f\u3031-\u303c\u3041-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3105-\u312f\u31a0-\u31bf\u31f0-\u31ff\u3400-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\U00020000-\U0003ffff])', '\1 \2 ', 'g'), '([\u1100-\u11ff\u3005-\u3007\u3021-\u302f\u3031-\u303c\u3041-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3105-\u312f\u31a0-\u31bf\u31f0-\u31ff\u3400-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\U00020000-\U0003ffff]{1,2})', ' \1 ', 'g');
  END IF;
  parts := regexp_replace(wholes, '[''@._+/&-]+', ' ', 'g');
  wholes := replace(wholes, '''', '');
  -- A word has at most 2046 bytes.
  IF octet_length(wholes) > 2000 THEN
    wholes := regexp_replace(wholes, '([^ ]{100})[^ ]+', '\1', 'g');
    parts := regexp_replace(parts, '([^ ]{100})[^ ]+', '\1', 'g');
  END IF;
  RETURN array_to_tsvector(array_remove(string_to_array(wholes, ' ') || string_to_array(parts, ' '), ''));
END $$;

-- The points of all inserted rows are written by one statement. A trigger deletes those of a purged
-- record, because a foreign key would look up the record of each point on every insert.
CREATE FUNCTION keep_new_points() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO points (account_uuid, point, record_uuid, resource)
  SELECT account_uuid, point, uuid, TG_ARGV[0] FROM new_rows CROSS JOIN LATERAL points_of(emails, phones) AS point
  WHERE deleted_at IS NULL AND (emails <> '[]' OR phones <> '[]');
  RETURN NULL;
END $$;

CREATE FUNCTION remove_points() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM points WHERE record_uuid = OLD.uuid;
  RETURN NULL;
END $$;

DROP TRIGGER clients_points_new ON clients;
DROP TRIGGER contacts_points_new ON contacts;
CREATE TRIGGER clients_points_new AFTER INSERT ON clients REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION keep_new_points('client');
CREATE TRIGGER contacts_points_new AFTER INSERT ON contacts REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION keep_new_points('contact');
CREATE TRIGGER clients_points_gone AFTER DELETE ON clients FOR EACH ROW EXECUTE FUNCTION remove_points();
CREATE TRIGGER contacts_points_gone AFTER DELETE ON contacts FOR EACH ROW EXECUTE FUNCTION remove_points();
ALTER TABLE points DROP CONSTRAINT points_account_uuid_record_uuid_fkey;
