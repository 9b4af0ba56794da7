-- Records that few people hold are found by their indexes, and then judged (decision 0149). Those that are shared, and
-- those that are deleted, had none. Both are few, and a write of another row does not touch these indexes.
CREATE INDEX clients_shared_idx ON clients USING gin (shared_with jsonb_path_ops) WHERE shared_with <> '[]';
CREATE INDEX contacts_shared_idx ON contacts USING gin (shared_with jsonb_path_ops) WHERE shared_with <> '[]';
CREATE INDEX deals_shared_idx ON deals USING gin (shared_with jsonb_path_ops) WHERE shared_with <> '[]';
CREATE INDEX clients_deleted_of_idx ON clients (account_uuid, owner_uuid, uuid) WHERE deleted_at IS NOT NULL;
CREATE INDEX contacts_deleted_of_idx ON contacts (account_uuid, owner_uuid, uuid) WHERE deleted_at IS NOT NULL;
CREATE INDEX deals_deleted_of_idx ON deals (account_uuid, owner_uuid, uuid) WHERE deleted_at IS NOT NULL;
CREATE INDEX deals_deleted_of_client_idx ON deals (account_uuid, client_uuid, uuid) WHERE deleted_at IS NOT NULL;
CREATE INDEX tasks_deleted_of_idx ON tasks (account_uuid, owner_uuid, assignee_uuid, uuid) WHERE deleted_at IS NOT NULL;
CREATE INDEX tasks_deleted_for_idx ON tasks (account_uuid, assignee_uuid, uuid) WHERE deleted_at IS NOT NULL;
CREATE INDEX notes_deleted_of_idx ON notes (account_uuid, owner_uuid, uuid) WHERE deleted_at IS NOT NULL;

-- How an Account narrows what one of its Users sees (`Narrow`). Each request asks for it, and nearly none needs it.
CREATE FUNCTION narrow_of(the_user uuid, the_account uuid, the_levels jsonb, the_ownerless jsonb) RETURNS json
LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN json_build_object(
    'user_uuid', the_user,
    'ownerless', the_ownerless,
    'levels', the_levels,
    'mates', CASE WHEN jsonb_path_exists(the_levels, '$.*.* ? (@ == "team")') THEN (
      SELECT json_agg(DISTINCT mate.user_uuid) FROM team_members AS own JOIN team_members AS mate USING (team_uuid)
      WHERE own.user_uuid = the_user AND own.account_uuid = the_account) END,
    'team_uuids', (SELECT json_agg(team_uuid ORDER BY team_uuid) FROM team_members
      WHERE team_members.user_uuid = the_user AND team_members.account_uuid = the_account));
END
$$;

-- Events about no record of a kind with a level: a feed of few records is what is about them, and these.
CREATE INDEX events_apart_idx ON events (account_uuid, epoch, transaction_id, "position")
  WHERE split_part(event, '.', 1) <> ALL ('{client,contact,deal,note,task}'::text[]);
