-- A phone number is found in any spelling: by its digits with and without the code of its country.
CREATE FUNCTION phone_numbers(phone jsonb) RETURNS text[]
  LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  -- Up to the first letter, because an extension is no part of the number.
  written text := coalesce(phone ->> 'e164', replace(substring(phone ->> 'value' FROM '^[^A-Za-z]*'), '(0)', ''));
  digits text := ltrim(left(regexp_replace(written, '[^0-9]', '', 'g'), 40), '0');
BEGIN
  IF length(digits) < 4 THEN RETURN '{}'; END IF;
  IF written !~ '^\s*(\+|00)' THEN RETURN ARRAY[digits]; END IF;
  RETURN ARRAY[digits, regexp_replace(digits, '^(1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|(2[1-689]|3[578]|42|50|59|6[789]|8[0357-9]|9[679])[0-9])', '')];
END $$;

CREATE FUNCTION phone_words(phones jsonb) RETURNS tsvector
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN array_to_tsvector(ARRAY(SELECT DISTINCT word FROM jsonb_array_elements(phones) AS phone, unnest(phone_numbers(phone)) AS word
    WHERE word <> ''));

CREATE OR REPLACE FUNCTION search_clients() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.search := search_words(NEW.name || ' ' || coalesce(NEW.first_name, '') || ' ' || coalesce(NEW.last_name, '') || ' ' || coalesce(NEW.domain, '') || ' ' || coalesce(NEW.industry, '')
    || ' ' || coalesce(NEW.external_id, '') || ' ' || coalesce(NEW.tax_number, '') || ' ' || words(NEW.tags) || ' ' || coalesce(NEW.description, ''),
    NEW.emails || NEW.phones || NEW.addresses || NEW.custom);
  IF NEW.phones <> '[]' THEN NEW.search := NEW.search || phone_words(NEW.phones); END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE FUNCTION search_contacts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.search := search_words(NEW.name || ' ' || coalesce(NEW.first_name, '') || ' ' || coalesce(NEW.last_name, '') || ' ' || coalesce(NEW.job_title, '')
    || ' ' || coalesce(NEW.external_id, '') || ' ' || words(NEW.tags) || ' ' || coalesce(NEW.description, ''),
    NEW.emails || NEW.phones || NEW.addresses || NEW.custom);
  IF NEW.phones <> '[]' THEN NEW.search := NEW.search || phone_words(NEW.phones); END IF;
  RETURN NEW;
END $$;

UPDATE clients SET search = search || phone_words(phones) WHERE phones <> '[]';
UPDATE contacts SET search = search || phone_words(phones) WHERE phones <> '[]';
