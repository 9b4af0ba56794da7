-- The cards of a stage come by the time of their entry, so that a card that was moved there is among the first.
DROP INDEX deals_board_idx;
CREATE INDEX deals_board_idx ON deals (account_uuid, pipeline_uuid, stage_uuid, (coalesce(stage_entered_at, created_at)), uuid)
  INCLUDE (amount, currency) WHERE deleted_at IS NULL AND status = 'open';
