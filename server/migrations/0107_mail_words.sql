-- The words of mails, each behind a mark of who may read it: the end of the uuid of the holder, or of
-- the Account for what the mail shows to others. So the index is asked for words that the reader may
-- read, and what others keep for themselves costs no time by which somebody could tell it.
-- The lengths keep the words of the longest mail below what a tsvector holds.

CREATE TABLE mail_words (
  mail_uuid uuid PRIMARY KEY REFERENCES mails (uuid) ON DELETE CASCADE,
  account_uuid uuid NOT NULL REFERENCES accounts (uuid) ON DELETE CASCADE,
  search tsvector NOT NULL
);

CREATE FUNCTION marked_words(mark text, words tsvector) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(array_agg(right(mark, 8) || word), '{}') FROM unnest(tsvector_to_array(words)) AS word
  WHERE mark IS NOT NULL
$$;

CREATE FUNCTION write_mail_words(changed uuid[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO mail_words (mail_uuid, account_uuid, search)
  SELECT mails.uuid, mails.account_uuid, array_to_tsvector(
    marked_words(holder_uuid::text, every_word) || marked_words(CASE visibility WHEN 'full' THEN mails.account_uuid::text END, every_word)
      || marked_words(CASE visibility WHEN 'subject' THEN mails.account_uuid::text END, subject_words))
  FROM mails CROSS JOIN LATERAL (
    SELECT left(string_agg(name || ' ' || address, ' ' ORDER BY "position"), 5000) AS names
    FROM mail_people WHERE mail_uuid = mails.uuid
  ) AS people CROSS JOIN LATERAL (
    SELECT search_words(subject, '[]') || inner_words(subject, '[]', '[]') AS subject_words
  ) AS about CROSS JOIN LATERAL (
    SELECT subject_words || search_words(coalesce(names, '') || ' ' || left(text, 16000), '[]') AS every_word
  ) AS whole
  WHERE mails.uuid = ANY(changed)
  ON CONFLICT (mail_uuid) DO UPDATE SET search = excluded.search;
END $$;

-- A mail is written before its people.
CREATE FUNCTION write_words_of_new_mails() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM write_mail_words(ARRAY(SELECT DISTINCT mail_uuid FROM added));
  RETURN NULL;
END $$;
CREATE TRIGGER mail_people_new AFTER INSERT ON mail_people REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION write_words_of_new_mails();

CREATE FUNCTION write_words_of_changed_mail() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM write_mail_words(ARRAY[NEW.uuid]);
  RETURN NULL;
END $$;
CREATE TRIGGER mails_changed AFTER UPDATE OF subject, text, visibility, holder_uuid ON mails FOR EACH ROW
  WHEN ((OLD.subject, OLD.text, OLD.visibility, OLD.holder_uuid) IS DISTINCT FROM
    (NEW.subject, NEW.text, NEW.visibility, NEW.holder_uuid))
  EXECUTE FUNCTION write_words_of_changed_mail();

SELECT write_mail_words(ARRAY(SELECT uuid FROM mails));

CREATE INDEX mail_words_search_idx ON mail_words USING gin (search);
CREATE INDEX mail_words_account_idx ON mail_words (account_uuid);
