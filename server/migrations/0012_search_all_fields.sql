-- People look for what they see on the record: also for their own fields, for "Zurich" where the address has Zürich, and for a first name.

-- The words of folded text, also without its apostrophes, and of the texts and numbers of `details`, as they are written and folded. What is plain ASCII
-- is not folded once more: the words of 'simple' are in lower case.
CREATE FUNCTION search_words(folded_text text, details jsonb) RETURNS tsvector
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN to_tsvector('simple', folded_text)
    || jsonb_to_tsvector('simple', details, '["string", "numeric"]')
    || CASE WHEN strpos(folded_text, '''') = 0 THEN ''::tsvector
      ELSE to_tsvector('simple', replace(folded_text, '''', '')) END
    || CASE WHEN details::text !~ '[^\x01-\x7f]' THEN ''::tsvector
      ELSE to_tsvector('simple', folded(regexp_replace(
        jsonb_path_query_array(details, 'strict $.** ? (@.type() == "string")')::text,
        '\\(u[0-9a-f]{4}|.)', ' ', 'g'  -- the \n of a line break would begin the next word
      ))) END;

ALTER TABLE clients DROP COLUMN search;
ALTER TABLE clients ADD COLUMN search tsvector NOT NULL GENERATED ALWAYS AS (
  search_words(
    folded(name || ' ' || coalesce(first_name, '') || ' ' || coalesce(last_name, '') || ' ' || coalesce(domain, '') || ' ' || coalesce(industry, '')
      || ' ' || coalesce(external_id, '') || ' ' || coalesce(tax_number, '') || ' ' || words(tags) || ' ' || left(coalesce(description, ''), 5000)),
    emails || phones || addresses || custom
  )
) STORED;
CREATE INDEX clients_search_idx ON clients USING gin (search) WHERE deleted_at IS NULL;
