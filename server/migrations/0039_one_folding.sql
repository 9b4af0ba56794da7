-- One way to compare texts, for search, filters, orders and names in files. And words for the search that take
-- time by the length of a text: PostgreSQL's own parser takes a minute for 64 KiB of "_a_a_a".

-- Text that is not ASCII, folded; the same as in packages/contract/src/fold.ts. Marks go first, because to
-- normalize takes time by the square of the marks on one letter.
CREATE FUNCTION folded_letters(value text) RETURNS text
  LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  marks CONSTANT text := '[\u00ad\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u1ab0-\u1aff\u1dc0-\u1dff\u200b-\u200f\u202a-\u202e\u2060-\u206f\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f\ufeff]+';
  letters text := lower(regexp_replace(normalize(regexp_replace(value, marks, '', 'g'), NFKD), marks, '', 'g') COLLATE "und-x-icu");
BEGIN
  IF letters ~ '[øłđðıħŧŋƀƶǥɖɓɗƙɛɔəɨʉς’‘ʼʻ‛′‐‒–—―−]' THEN
    letters := translate(letters, 'øłđðıħŧŋƀƶǥɖɓɗƙɛɔəɨʉς’‘ʼʻ‛′‐‒–—―−', 'olddihtnbzgdbdkeoeiuσ''''''''''''------');
  END IF;
  IF letters ~ '[ßæœþ]' THEN
    letters := replace(replace(replace(replace(letters, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');
  END IF;
  RETURN normalize(letters, NFC);
END $$;
CREATE OR REPLACE FUNCTION folded(value text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN CASE WHEN octet_length(value) = char_length(value) THEN lower(value COLLATE "C") COLLATE "C"
    ELSE folded_letters(value) COLLATE "C" END;

ALTER TABLE clients ALTER COLUMN search DROP EXPRESSION;
ALTER TABLE contacts ALTER COLUMN search DROP EXPRESSION;
ALTER TABLE deals ALTER COLUMN search DROP EXPRESSION;
ALTER TABLE tasks ALTER COLUMN search DROP EXPRESSION;
ALTER TABLE notes ALTER COLUMN search DROP EXPRESSION;
DROP FUNCTION search_words;

-- The words of a text, and of the texts and numbers of `details`; the same as those that
-- server/src/platform/lists/search-words.ts looks for. Folding may make 18 characters of one.
CREATE FUNCTION search_words(written text, details jsonb) RETURNS tsvector
  LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  found text := jsonb_path_query_array(details, 'strict $.** ? (@.type() == "string" || @.type() == "number")')::text;
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

-- The words are made when a text changes, and not at every change of the record.
CREATE FUNCTION search_clients() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.search := search_words(NEW.name || ' ' || coalesce(NEW.first_name, '') || ' ' || coalesce(NEW.last_name, '') || ' ' || coalesce(NEW.domain, '') || ' ' || coalesce(NEW.industry, '')
    || ' ' || coalesce(NEW.external_id, '') || ' ' || coalesce(NEW.tax_number, '') || ' ' || words(NEW.tags) || ' ' || coalesce(NEW.description, ''),
    NEW.emails || NEW.phones || NEW.addresses || NEW.custom);
  RETURN NEW;
END $$;
CREATE TRIGGER clients_search_new BEFORE INSERT ON clients FOR EACH ROW EXECUTE FUNCTION search_clients();
CREATE TRIGGER clients_search_changed BEFORE UPDATE ON clients FOR EACH ROW
  WHEN ((OLD.name, OLD.first_name, OLD.last_name, OLD.domain, OLD.industry, OLD.external_id, OLD.tax_number, OLD.tags, OLD.description, OLD.emails, OLD.phones, OLD.addresses, OLD.custom)
    IS DISTINCT FROM (NEW.name, NEW.first_name, NEW.last_name, NEW.domain, NEW.industry, NEW.external_id, NEW.tax_number, NEW.tags, NEW.description, NEW.emails, NEW.phones, NEW.addresses, NEW.custom)) EXECUTE FUNCTION search_clients();
ALTER TABLE clients ENABLE ALWAYS TRIGGER clients_search_new;
ALTER TABLE clients ENABLE ALWAYS TRIGGER clients_search_changed;

CREATE FUNCTION search_contacts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.search := search_words(NEW.name || ' ' || coalesce(NEW.first_name, '') || ' ' || coalesce(NEW.last_name, '') || ' ' || coalesce(NEW.job_title, '')
    || ' ' || coalesce(NEW.external_id, '') || ' ' || words(NEW.tags) || ' ' || coalesce(NEW.description, ''),
    NEW.emails || NEW.phones || NEW.addresses || NEW.custom);
  RETURN NEW;
END $$;
CREATE TRIGGER contacts_search_new BEFORE INSERT ON contacts FOR EACH ROW EXECUTE FUNCTION search_contacts();
CREATE TRIGGER contacts_search_changed BEFORE UPDATE ON contacts FOR EACH ROW
  WHEN ((OLD.name, OLD.first_name, OLD.last_name, OLD.job_title, OLD.external_id, OLD.tags, OLD.description, OLD.emails, OLD.phones, OLD.addresses, OLD.custom)
    IS DISTINCT FROM (NEW.name, NEW.first_name, NEW.last_name, NEW.job_title, NEW.external_id, NEW.tags, NEW.description, NEW.emails, NEW.phones, NEW.addresses, NEW.custom)) EXECUTE FUNCTION search_contacts();
ALTER TABLE contacts ENABLE ALWAYS TRIGGER contacts_search_new;
ALTER TABLE contacts ENABLE ALWAYS TRIGGER contacts_search_changed;

CREATE FUNCTION search_deals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.search := search_words(NEW.title || ' ' || coalesce(NEW.source, '') || ' ' || coalesce(NEW.external_id, '') || ' ' || words(NEW.tags) || ' ' || coalesce(NEW.description, ''),
    NEW.custom);
  RETURN NEW;
END $$;
CREATE TRIGGER deals_search_new BEFORE INSERT ON deals FOR EACH ROW EXECUTE FUNCTION search_deals();
CREATE TRIGGER deals_search_changed BEFORE UPDATE ON deals FOR EACH ROW
  WHEN ((OLD.title, OLD.source, OLD.external_id, OLD.tags, OLD.description, OLD.custom)
    IS DISTINCT FROM (NEW.title, NEW.source, NEW.external_id, NEW.tags, NEW.description, NEW.custom)) EXECUTE FUNCTION search_deals();
ALTER TABLE deals ENABLE ALWAYS TRIGGER deals_search_new;
ALTER TABLE deals ENABLE ALWAYS TRIGGER deals_search_changed;

CREATE FUNCTION search_tasks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.search := search_words(NEW.title || ' ' || coalesce(NEW.body, '') || ' ' || coalesce(NEW.outcome, '') || ' ' || coalesce(NEW.external_id, '') || ' ' || words(NEW.tags),
    NEW.custom);
  RETURN NEW;
END $$;
CREATE TRIGGER tasks_search_new BEFORE INSERT ON tasks FOR EACH ROW EXECUTE FUNCTION search_tasks();
CREATE TRIGGER tasks_search_changed BEFORE UPDATE ON tasks FOR EACH ROW
  WHEN ((OLD.title, OLD.body, OLD.outcome, OLD.external_id, OLD.tags, OLD.custom)
    IS DISTINCT FROM (NEW.title, NEW.body, NEW.outcome, NEW.external_id, NEW.tags, NEW.custom)) EXECUTE FUNCTION search_tasks();
ALTER TABLE tasks ENABLE ALWAYS TRIGGER tasks_search_new;
ALTER TABLE tasks ENABLE ALWAYS TRIGGER tasks_search_changed;

CREATE FUNCTION search_notes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.search := search_words(NEW.body || ' ' || coalesce(NEW.external_id, '') || ' ' || words(NEW.tags),
    NEW.custom);
  RETURN NEW;
END $$;
CREATE TRIGGER notes_search_new BEFORE INSERT ON notes FOR EACH ROW EXECUTE FUNCTION search_notes();
CREATE TRIGGER notes_search_changed BEFORE UPDATE ON notes FOR EACH ROW
  WHEN ((OLD.body, OLD.external_id, OLD.tags, OLD.custom)
    IS DISTINCT FROM (NEW.body, NEW.external_id, NEW.tags, NEW.custom)) EXECUTE FUNCTION search_notes();
ALTER TABLE notes ENABLE ALWAYS TRIGGER notes_search_new;
ALTER TABLE notes ENABLE ALWAYS TRIGGER notes_search_changed;

-- External ids are kept in one form of Unicode, and compared character by character. One whose form another record
-- has already stays as it is.
UPDATE clients SET external_id = normalize(external_id, NFC)
WHERE external_id IS NOT NFC NORMALIZED AND NOT EXISTS (
  SELECT FROM clients AS other WHERE other.account_uuid = clients.account_uuid AND other.uuid <> clients.uuid
    AND normalize(other.external_id, NFC) = normalize(clients.external_id, NFC));
UPDATE contacts SET external_id = normalize(external_id, NFC)
WHERE external_id IS NOT NFC NORMALIZED AND NOT EXISTS (
  SELECT FROM contacts AS other WHERE other.account_uuid = contacts.account_uuid AND other.uuid <> contacts.uuid
    AND normalize(other.external_id, NFC) = normalize(contacts.external_id, NFC));
UPDATE deals SET external_id = normalize(external_id, NFC)
WHERE external_id IS NOT NFC NORMALIZED AND NOT EXISTS (
  SELECT FROM deals AS other WHERE other.account_uuid = deals.account_uuid AND other.uuid <> deals.uuid
    AND normalize(other.external_id, NFC) = normalize(deals.external_id, NFC));
UPDATE tasks SET external_id = normalize(external_id, NFC)
WHERE external_id IS NOT NFC NORMALIZED AND NOT EXISTS (
  SELECT FROM tasks AS other WHERE other.account_uuid = tasks.account_uuid AND other.uuid <> tasks.uuid
    AND normalize(other.external_id, NFC) = normalize(tasks.external_id, NFC));
UPDATE notes SET external_id = normalize(external_id, NFC)
WHERE external_id IS NOT NFC NORMALIZED AND NOT EXISTS (
  SELECT FROM notes AS other WHERE other.account_uuid = notes.account_uuid AND other.uuid <> notes.uuid
    AND normalize(other.external_id, NFC) = normalize(notes.external_id, NFC));
UPDATE pipelines SET external_id = normalize(external_id, NFC)
WHERE external_id IS NOT NFC NORMALIZED AND NOT EXISTS (
  SELECT FROM pipelines AS other WHERE other.account_uuid = pipelines.account_uuid AND other.uuid <> pipelines.uuid
    AND normalize(other.external_id, NFC) = normalize(pipelines.external_id, NFC));

DROP INDEX clients_industry_idx, clients_domain_idx;
ALTER TABLE clients ALTER COLUMN search TYPE tsvector USING search_words(name || ' ' || coalesce(first_name, '') || ' ' || coalesce(last_name, '') || ' ' || coalesce(domain, '') || ' ' || coalesce(industry, '')
    || ' ' || coalesce(external_id, '') || ' ' || coalesce(tax_number, '') || ' ' || words(tags) || ' ' || coalesce(description, ''),
  emails || phones || addresses || custom);
ALTER TABLE contacts ALTER COLUMN search TYPE tsvector USING search_words(name || ' ' || coalesce(first_name, '') || ' ' || coalesce(last_name, '') || ' ' || coalesce(job_title, '')
    || ' ' || coalesce(external_id, '') || ' ' || words(tags) || ' ' || coalesce(description, ''),
  emails || phones || addresses || custom);
ALTER TABLE deals ALTER COLUMN search TYPE tsvector USING search_words(title || ' ' || coalesce(source, '') || ' ' || coalesce(external_id, '') || ' ' || words(tags) || ' ' || coalesce(description, ''),
  custom);
ALTER TABLE tasks ALTER COLUMN search TYPE tsvector USING search_words(title || ' ' || coalesce(body, '') || ' ' || coalesce(outcome, '') || ' ' || coalesce(external_id, '') || ' ' || words(tags),
  custom);
ALTER TABLE notes ALTER COLUMN search TYPE tsvector USING search_words(body || ' ' || coalesce(external_id, '') || ' ' || words(tags),
  custom);
CREATE INDEX clients_industry_idx ON clients (account_uuid, folded(coalesce(industry, '')), created_at, uuid) WHERE deleted_at IS NULL;
CREATE INDEX clients_domain_idx ON clients (account_uuid, folded(coalesce(domain, '')), created_at, uuid) WHERE deleted_at IS NULL;
REINDEX INDEX pipelines_name_idx;
