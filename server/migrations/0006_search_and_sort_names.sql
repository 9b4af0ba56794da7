-- People look for "estee lauder", "oreilly" and "lowes", and expect eBay before Zoetis.

-- Text without what people leave out when they look for it: lower case, without accents, with one kind of apostrophe. The plain case first:
-- it is most text, and cheap.
CREATE FUNCTION folded(value text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN CASE WHEN octet_length(value) = char_length(value) THEN lower(value COLLATE "C") COLLATE "C"
    ELSE lower(regexp_replace(translate(normalize(value, NFKD), '’‘ʼ', ''''''''), '[\u0300-\u036f]', '', 'g') COLLATE "und-x-icu") COLLATE "C" END;

-- Names, domain, industry, numbers and tags whole, the name also without its apostrophes; e-mail addresses, phone numbers and postal addresses
-- as they are written.
ALTER TABLE clients DROP COLUMN search;
ALTER TABLE clients ADD COLUMN search tsvector NOT NULL GENERATED ALWAYS AS (
  to_tsvector('simple', folded(name || ' ' || coalesce(domain, '') || ' ' || coalesce(industry, '') || ' ' || coalesce(external_id, '')
    || ' ' || coalesce(tax_number, '')))
  || to_tsvector('simple', replace(folded(name), '''', ''))
  || jsonb_to_tsvector('simple', emails, '["string"]')
  || jsonb_to_tsvector('simple', phones, '["string"]')
  || jsonb_to_tsvector('simple', addresses, '["string"]')
  || to_tsvector('simple', folded(words(tags)))
  || to_tsvector('simple', folded(left(coalesce(description, ''), 5000)))
) STORED;
CREATE INDEX clients_search_idx ON clients USING gin (search) WHERE deleted_at IS NULL;

DROP INDEX clients_name_idx;
CREATE INDEX clients_name_idx ON clients (account_uuid, folded(name), uuid) WHERE deleted_at IS NULL;
