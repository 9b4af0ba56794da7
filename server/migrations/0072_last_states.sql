-- The report of changes joins the states of a past day with the last ones that began after it. It read a million rows of
-- the table for them; this index has all that it needs. With a million Deals, half of them changed: 0.6 s instead of 1.2.
CREATE INDEX deal_states_last_idx ON deal_states (account_uuid, since)
  INCLUDE (deal_uuid, status, pipeline_uuid, stage_uuid, owner_uuid, amount, currency, expected_close_on)
  WHERE until = 'infinity';
