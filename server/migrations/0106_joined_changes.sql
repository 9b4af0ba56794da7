-- For the events of a request that names its change: fails with RP001 when that change is taken back,
-- or is being taken back by a transaction that holds its lock (events/joined-changes.ts). Two
-- statements, because the second must see what the holder of the lock has committed.
CREATE FUNCTION join_change(the_account uuid, the_change uuid) RETURNS void LANGUAGE plpgsql AS $join_change$
BEGIN
  IF pg_try_advisory_xact_lock_shared(hashtextextended('undo of ' || the_change || ' in ' || the_account, 0)) THEN
    IF NOT EXISTS (SELECT FROM undos WHERE account_uuid = the_account AND change_uuid = the_change AND in_effect) THEN
      RETURN;
    END IF;
  END IF;
  RAISE EXCEPTION 'the change % is taken back', the_change USING ERRCODE = 'RP001';
END $join_change$;
