-- What Deals were, for reports about the past and about the time in a stage: a row for as long as nothing that
-- reports count has changed. It follows from the events, which hold the whole history but have no place for an index
-- on what is in their bodies.
CREATE TABLE deal_states (
  account_uuid uuid NOT NULL,
  deal_uuid uuid NOT NULL,
  -- The place of its event: the states of a Deal follow each other by it.
  position bigint NOT NULL,
  since timestamptz(3) NOT NULL,
  -- To before this time; infinity: to now.
  until timestamptz(3) NOT NULL,
  status text NOT NULL,
  pipeline_uuid uuid,
  stage_uuid uuid,
  stage_since timestamptz(3) NOT NULL,
  owner_uuid uuid,
  amount numeric,
  currency text,
  probability integer,
  expected_close_on date,
  -- What came after it: the next status, or deleted, and the next stage. Null: it lasts.
  next_status text,
  next_stage_uuid uuid,
  PRIMARY KEY (account_uuid, deal_uuid, position),
  FOREIGN KEY (account_uuid, deal_uuid) REFERENCES records (account_uuid, uuid) ON DELETE CASCADE
);
CREATE INDEX deal_states_since_idx ON deal_states (account_uuid, since);
CREATE INDEX deal_states_until_idx ON deal_states (account_uuid, until);

-- Events of Deals that change what reports count, as states. Those of one Deal may be many, as in an archive.
CREATE FUNCTION keep_deal_states() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM new_events WHERE event LIKE 'deal.%') THEN RETURN NULL; END IF;
  WITH told AS MATERIALIZED (
    SELECT account_uuid, resource_uuid AS deal_uuid, position, created_at, event,
      coalesce(uncut, body)::jsonb AS body
    FROM new_events WHERE event LIKE 'deal.%' AND body IS NOT NULL
  ), states AS MATERIALIZED (
    SELECT account_uuid, deal_uuid, position, created_at AS since, event = 'deal.deleted' AS is_end,
      CASE WHEN event = 'deal.deleted' THEN 'deleted' ELSE body #>> '{data,status}' END AS status,
      (body #>> '{data,pipeline_uuid}')::uuid AS pipeline_uuid, (body #>> '{data,stage_uuid}')::uuid AS stage_uuid,
      coalesce((body #>> '{data,stage_entered_at}')::timestamptz, created_at) AS stage_since,
      (body #>> '{data,owner_uuid}')::uuid AS owner_uuid, (body #>> '{data,amount}')::numeric AS amount,
      body #>> '{data,currency}' AS currency, (body #>> '{data,probability}')::integer AS probability,
      (body #>> '{data,expected_close_on}')::date AS expected_close_on
    FROM told
    WHERE body #> '{data}' ? 'status' AND (jsonb_typeof(body -> 'previous') IS DISTINCT FROM 'object' OR event = 'deal.restored' OR body -> 'previous' ?|
        '{status,pipeline_uuid,stage_uuid,stage_entered_at,owner_uuid,amount,currency,probability,expected_close_on}')
      AND EXISTS (SELECT FROM records WHERE records.account_uuid = told.account_uuid AND records.uuid = deal_uuid)
  ), rows AS (
    SELECT states.*, lead(since, 1, 'infinity') OVER next AS until, lead(status) OVER next AS next_status,
      lead(stage_uuid) OVER next AS next_stage_uuid, row_number() OVER next AS place
    FROM states WINDOW next AS (PARTITION BY account_uuid, deal_uuid ORDER BY position)
  ), ended AS (
    UPDATE deal_states AS last
    SET until = rows.since, next_status = rows.status, next_stage_uuid = rows.stage_uuid
    FROM rows WHERE rows.place = 1 AND last.account_uuid = rows.account_uuid AND last.deal_uuid = rows.deal_uuid
      AND last.until = 'infinity'
  )
  INSERT INTO deal_states (account_uuid, deal_uuid, position, since, until, status, pipeline_uuid, stage_uuid,
    stage_since, owner_uuid, amount, currency, probability, expected_close_on, next_status, next_stage_uuid)
  SELECT account_uuid, deal_uuid, position, since, until, status, pipeline_uuid, stage_uuid,
    stage_since, owner_uuid, amount, currency, probability, expected_close_on, next_status, next_stage_uuid
  FROM rows WHERE NOT is_end;
  RETURN NULL;
END $$;
CREATE TRIGGER events_deal_states AFTER INSERT ON events REFERENCING NEW TABLE AS new_events
  FOR EACH STATEMENT EXECUTE FUNCTION keep_deal_states();

-- All days before this release.
WITH told AS MATERIALIZED (
  SELECT account_uuid, resource_uuid AS deal_uuid, position, created_at, event,
    coalesce(uncut, body)::jsonb AS body
  FROM events WHERE event LIKE 'deal.%' AND body IS NOT NULL
), states AS MATERIALIZED (
  SELECT account_uuid, deal_uuid, position, created_at AS since, event = 'deal.deleted' AS is_end,
    CASE WHEN event = 'deal.deleted' THEN 'deleted' ELSE body #>> '{data,status}' END AS status,
    (body #>> '{data,pipeline_uuid}')::uuid AS pipeline_uuid, (body #>> '{data,stage_uuid}')::uuid AS stage_uuid,
    coalesce((body #>> '{data,stage_entered_at}')::timestamptz, created_at) AS stage_since,
    (body #>> '{data,owner_uuid}')::uuid AS owner_uuid, (body #>> '{data,amount}')::numeric AS amount,
    body #>> '{data,currency}' AS currency, (body #>> '{data,probability}')::integer AS probability,
    (body #>> '{data,expected_close_on}')::date AS expected_close_on
  FROM told
  WHERE body #> '{data}' ? 'status' AND (jsonb_typeof(body -> 'previous') IS DISTINCT FROM 'object' OR event = 'deal.restored' OR body -> 'previous' ?|
      '{status,pipeline_uuid,stage_uuid,stage_entered_at,owner_uuid,amount,currency,probability,expected_close_on}')
    AND EXISTS (SELECT FROM records WHERE records.account_uuid = told.account_uuid AND records.uuid = deal_uuid)
), rows AS (
  SELECT states.*, lead(since, 1, 'infinity') OVER next AS until, lead(status) OVER next AS next_status,
    lead(stage_uuid) OVER next AS next_stage_uuid, row_number() OVER next AS place
  FROM states WINDOW next AS (PARTITION BY account_uuid, deal_uuid ORDER BY position)
)
INSERT INTO deal_states (account_uuid, deal_uuid, position, since, until, status, pipeline_uuid, stage_uuid,
  stage_since, owner_uuid, amount, currency, probability, expected_close_on, next_status, next_stage_uuid)
SELECT account_uuid, deal_uuid, position, since, until, status, pipeline_uuid, stage_uuid,
  stage_since, owner_uuid, amount, currency, probability, expected_close_on, next_status, next_stage_uuid
FROM rows WHERE NOT is_end;
