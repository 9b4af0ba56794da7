-- The tags of an Account, each spelled once. Records keep their names; this is how they are spelled and what colour
-- they have.
CREATE TABLE tags (
  uuid uuid PRIMARY KEY,
  account_uuid uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  name text NOT NULL,
  color text,
  job_uuid uuid,
  version integer NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX tags_name_idx ON tags (account_uuid, folded(name));

-- The spelling of tags in an Account. One that it does not know keeps the first spelling given. Those who give the
-- same unknown tag take turns, so that it does not get two.
CREATE FUNCTION spelled_tags(account uuid, given text[]) RETURNS TABLE (one text, name text) LANGUAGE plpgsql AS $$
DECLARE
  unknown text;
BEGIN
  FOR unknown IN
    SELECT DISTINCT folded(each) AS form FROM unnest(given) AS each
    WHERE NOT EXISTS (
      SELECT FROM tags WHERE tags.account_uuid = account AND folded(tags.name) = folded(each)
    ) ORDER BY form
  LOOP
    PERFORM pg_advisory_xact_lock(hashtextextended('tag ' || account || ' ' || unknown, 0));
  END LOOP;
  RETURN QUERY
    SELECT each, coalesce(
      (SELECT tags.name FROM tags WHERE tags.account_uuid = account AND folded(tags.name) = folded(each)),
      first_value(each) OVER (PARTITION BY folded(each) ORDER BY place)
    )
    FROM unnest(given) WITH ORDINALITY AS list (each, place);
END $$;

-- What records have already: the spelling that most of them use becomes that of all.
INSERT INTO tags (uuid, account_uuid, name, version, created_at, updated_at)
SELECT new_uuid(now()), account_uuid, tag, 1, now(), now()
FROM (
  SELECT DISTINCT ON (account_uuid, folded(tag)) account_uuid, tag
  FROM (
    SELECT account_uuid, tag, count(*) AS uses
    FROM (
      SELECT account_uuid, unnest(tags) AS tag FROM clients
      UNION ALL SELECT account_uuid, unnest(tags) FROM contacts
      UNION ALL SELECT account_uuid, unnest(tags) FROM deals
      UNION ALL SELECT account_uuid, unnest(tags) FROM pipelines
      UNION ALL SELECT account_uuid, unnest(tags) FROM tasks
      UNION ALL SELECT account_uuid, unnest(tags) FROM notes
    ) AS used
    GROUP BY account_uuid, tag
  ) AS counted
  ORDER BY account_uuid, folded(tag), uses DESC, tag
) AS spelled;

DO $$
DECLARE
  kind text;
BEGIN
  FOREACH kind IN ARRAY ARRAY['clients', 'contacts', 'deals', 'pipelines', 'tasks', 'notes'] LOOP
    EXECUTE format($f$
      WITH spelled AS (
        SELECT records.uuid, (
          SELECT array_agg(name ORDER BY place)
          FROM (
            SELECT tags.name, min(place) AS place FROM unnest(records.tags) WITH ORDINALITY AS list (given, place)
            JOIN tags ON tags.account_uuid = records.account_uuid AND folded(tags.name) = folded(given)
            GROUP BY tags.name
          ) AS each
        ) AS tags
        FROM %1$I AS records WHERE records.tags <> '{}'
      )
      UPDATE %1$I AS records SET tags = spelled.tags, version = records.version + 1, updated_at = now()
      FROM spelled WHERE records.uuid = spelled.uuid AND records.tags <> spelled.tags
    $f$, kind);
  END LOOP;
END $$;
