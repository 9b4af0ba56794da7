-- A merged record leads to the one that stayed, also after it is purged, and so does its external id. No foreign
-- key holds the records: a chain must outlast those in its middle.
CREATE TABLE merges (
  account_uuid uuid NOT NULL REFERENCES accounts (uuid) ON DELETE CASCADE,
  from_uuid uuid NOT NULL,
  into_uuid uuid NOT NULL,
  resource text NOT NULL,
  external_id text,
  merged_at timestamptz(3) NOT NULL,
  PRIMARY KEY (account_uuid, from_uuid)
);
CREATE INDEX merges_into_idx ON merges (account_uuid, into_uuid);
CREATE INDEX merges_external_id_idx ON merges (account_uuid, resource, external_id) WHERE external_id IS NOT NULL;

-- The record at the end of the way that a merged record leads; null when it was not merged.
CREATE FUNCTION leads_to(account uuid, merged uuid) RETURNS uuid
  LANGUAGE sql STABLE PARALLEL SAFE
BEGIN ATOMIC
  WITH RECURSIVE way AS (
    SELECT into_uuid, 1 AS step FROM merges WHERE account_uuid = account AND from_uuid = merged
    UNION ALL
    SELECT merges.into_uuid, step + 1 FROM way
    JOIN merges ON merges.account_uuid = account AND merges.from_uuid = way.into_uuid
  )
  SELECT into_uuid FROM way ORDER BY step DESC LIMIT 1;
END;
