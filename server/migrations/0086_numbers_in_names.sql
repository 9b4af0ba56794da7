-- Names and titles in the order of the numbers in them: D1, D2, D10. A number is written as how many
-- digits it has, and the digits, without zeros before it. `folded` decides about all else.
CREATE FUNCTION with_numbers(value text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
RETURN (
  SELECT string_agg(part[1] || CASE part[2] WHEN '' THEN ''
      ELSE lpad(least(length(ltrim(part[2], '0')), 99)::text, 2, '0') || ltrim(part[2], '0') END, '' ORDER BY place) COLLATE "C"
  FROM regexp_matches(value, '([^0-9]*)([0-9]*)', 'g') WITH ORDINALITY AS found (part, place));

CREATE FUNCTION numbered(value text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN folded(value) ~ '[0-9]' THEN with_numbers(folded(value)) COLLATE "C" ELSE folded(value) END;

CREATE INDEX clients_name_order_idx ON clients (account_uuid, numbered(name), uuid) WHERE deleted_at IS NULL;
CREATE INDEX contacts_name_order_idx ON contacts (account_uuid, numbered(name), uuid) WHERE deleted_at IS NULL;
CREATE INDEX deals_title_order_idx ON deals (account_uuid, numbered(title), uuid) WHERE deleted_at IS NULL;
CREATE INDEX tasks_title_order_idx ON tasks (account_uuid, numbered(title), uuid) WHERE deleted_at IS NULL;
CREATE INDEX pipelines_name_order_idx ON pipelines (account_uuid, numbered(name), uuid) WHERE deleted_at IS NULL;
