-- A search finds what stands inside a word of a name, whole domains of e-mail addresses, and a phone
-- number without its first digits. Three letters, or four digits, that stand together inside have a
-- tilde before them: `~bau` of Blaubau.

CREATE FUNCTION inner_words(name text, emails jsonb, phones jsonb) RETURNS tsvector
  LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  word text;
  numbers text[];
  found text := '';
BEGIN
  -- What has digits is a code, and not composed of words. Scripts without blanks have pairs of
  -- characters, by search_words.
  FOREACH word IN ARRAY string_to_array(regexp_replace(folded(name), '[\x01-\x1f\x7f!"#$%()*,:;<=>?[\\\]^`{|}~\u0080-\u00bf\u00d7\u00f7\u055a-\u055f\u0589\u058a\u05be\u05c0\u05c3\u05c6\u05f3\u05f4\u060c\u061b\u061f\u066a-\u066d\u06d4\u0964\u0965\u0f0b-\u0f14\u104a-\u104f\u1680\u2000-\u206f\u20a0-\u20cf\u2100-\u2bff\u2e00-\u2e7f\u3000-\u3004\u3008-\u3020\u3030\u303d\u30a0\u30fb\ufffc-\uffff\u1100-\u11ff\u3005-\u3007\u3021-\u302f\u3031-\u303c\u3041-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3105-\u312f\u31a0-\u31bf\u31f0-\u31ff\u3400-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\U00020000-\U0003ffff0-9''@._+/&-]+', ' ', 'g'), ' ') LOOP
    FOR at IN 2 .. length(word) - 2 LOOP
      found := found || ' ~' || substr(word, at, 3);
    END LOOP;
  END LOOP;
  FOR place IN 0 .. jsonb_array_length(emails) - 1 LOOP
    word := split_part(folded(emails -> place ->> 'value'), '@', -1);
    WHILE strpos(word, '.') > 0 LOOP
      found := found || ' ' || left(word, 100);
      word := substr(word, strpos(word, '.') + 1);
    END LOOP;
  END LOOP;
  FOR place IN 0 .. jsonb_array_length(phones) - 1 LOOP
    numbers := phone_numbers(phones -> place);
    word := numbers[cardinality(numbers)];
    CONTINUE WHEN word IS NULL;
    found := found || ' ' || array_to_string(numbers, ' ');
    FOR at IN 2 .. length(word) - 3 LOOP
      found := found || ' ~' || substr(word, at, 4);
    END LOOP;
  END LOOP;
  RETURN array_to_tsvector(array_remove(string_to_array(found, ' '), ''));
END $$;

CREATE OR REPLACE FUNCTION search_clients() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.search := search_words(NEW.name || ' ' || coalesce(NEW.first_name, '') || ' ' || coalesce(NEW.last_name, '') || ' ' || coalesce(NEW.domain, '') || ' ' || coalesce(NEW.industry, '') || ' ' || coalesce(NEW.source, '')
    || ' ' || coalesce(NEW.external_id, '') || ' ' || coalesce(NEW.tax_number, '') || ' ' || words(NEW.tags) || ' ' || coalesce(NEW.description, ''),
    NEW.emails || NEW.phones || NEW.addresses || NEW.custom) || inner_words(NEW.name, NEW.emails, NEW.phones);
  RETURN NEW;
END $$;

CREATE OR REPLACE FUNCTION search_contacts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.search := search_words(NEW.name || ' ' || coalesce(NEW.first_name, '') || ' ' || coalesce(NEW.last_name, '') || ' ' || coalesce(NEW.job_title, '')
    || ' ' || coalesce(NEW.external_id, '') || ' ' || words(NEW.tags) || ' ' || coalesce(NEW.description, ''),
    NEW.emails || NEW.phones || NEW.addresses || NEW.custom) || inner_words(NEW.name, NEW.emails, NEW.phones);
  RETURN NEW;
END $$;

CREATE OR REPLACE FUNCTION search_deals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.search := search_words(NEW.title || ' ' || coalesce(NEW.source, '') || ' ' || coalesce(NEW.external_id, '') || ' ' || words(NEW.tags) || ' ' || coalesce(NEW.description, ''),
    NEW.custom) || inner_words(NEW.title, '[]', '[]');
  RETURN NEW;
END $$;

CREATE OR REPLACE FUNCTION search_tasks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.search := search_words(NEW.title || ' ' || coalesce(NEW.body, '') || ' ' || coalesce(NEW.outcome, '') || ' ' || coalesce(NEW.external_id, '') || ' ' || words(NEW.tags),
    NEW.custom) || inner_words(NEW.title, '[]', '[]');
  RETURN NEW;
END $$;

DROP FUNCTION phone_words(jsonb);

-- An index is built in less time than it takes a million new rows.
DROP INDEX clients_search_idx;
DROP INDEX contacts_search_idx;
DROP INDEX deals_search_idx;
DROP INDEX tasks_search_idx;
UPDATE clients SET search = search || inner_words(name, emails, phones);
UPDATE contacts SET search = search || inner_words(name, emails, phones);
UPDATE deals SET search = search || inner_words(title, '[]', '[]');
UPDATE tasks SET search = search || inner_words(title, '[]', '[]');
CREATE INDEX clients_search_idx ON clients USING gin (search) WHERE deleted_at IS NULL;
CREATE INDEX contacts_search_idx ON contacts USING gin (search) WHERE deleted_at IS NULL;
CREATE INDEX deals_search_idx ON deals USING gin (search) WHERE deleted_at IS NULL;
CREATE INDEX tasks_search_idx ON tasks USING gin (search) WHERE deleted_at IS NULL;
