-- Where a Client came from, and by what reports count: sources, reasons, and what was imported.
ALTER TABLE clients ADD COLUMN source text;

-- Only imported records have that time, so all others cost nothing.
CREATE INDEX clients_source_created_at_idx ON clients (account_uuid, source_created_at, uuid)
  WHERE deleted_at IS NULL AND source_created_at IS NOT NULL;
CREATE INDEX notes_source_created_at_idx ON notes (account_uuid, source_created_at, uuid)
  WHERE deleted_at IS NULL AND source_created_at IS NOT NULL;

-- The source is found by words, as that of a Deal.
CREATE OR REPLACE FUNCTION public.search_clients()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  NEW.search := search_words(NEW.name || ' ' || coalesce(NEW.first_name, '') || ' ' || coalesce(NEW.last_name, '') || ' ' || coalesce(NEW.domain, '') || ' ' || coalesce(NEW.industry, '') || ' ' || coalesce(NEW.source, '')
    || ' ' || coalesce(NEW.external_id, '') || ' ' || coalesce(NEW.tax_number, '') || ' ' || words(NEW.tags) || ' ' || coalesce(NEW.description, ''),
    NEW.emails || NEW.phones || NEW.addresses || NEW.custom);
  IF NEW.phones <> '[]' THEN NEW.search := NEW.search || phone_words(NEW.phones); END IF;
  RETURN NEW;
END $function$;

DROP TRIGGER clients_search_changed ON clients;
CREATE TRIGGER clients_search_changed BEFORE UPDATE ON clients FOR EACH ROW WHEN (old.name IS DISTINCT FROM new.name OR old.first_name IS DISTINCT FROM new.first_name OR old.last_name IS DISTINCT FROM new.last_name OR old.domain IS DISTINCT FROM new.domain OR old.industry IS DISTINCT FROM new.industry OR old.source IS DISTINCT FROM new.source OR old.external_id IS DISTINCT FROM new.external_id OR old.tax_number IS DISTINCT FROM new.tax_number OR old.tags IS DISTINCT FROM new.tags OR old.description IS DISTINCT FROM new.description OR old.emails IS DISTINCT FROM new.emails OR old.phones IS DISTINCT FROM new.phones OR old.addresses IS DISTINCT FROM new.addresses OR old.custom IS DISTINCT FROM new.custom) EXECUTE FUNCTION search_clients();
