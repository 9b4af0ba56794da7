-- Records of nobody, and events of a reach that moved. The body is that of `bodyOfHiddenFrom` in
-- server/src/access/sight.ts; a test compares them. A changed rule needs a new migration.
CREATE OR REPLACE FUNCTION hidden_from(the_user uuid, the_account uuid, the_record uuid, the_resource text)
RETURNS boolean LANGUAGE plpgsql STABLE AS $hidden_from$
DECLARE
  the_levels jsonb;
  the_ownerless text;
BEGIN
  IF the_resource = 'reach' THEN
    RETURN NOT EXISTS (SELECT FROM logins WHERE logins.uuid = the_record AND logins.user_uuid = the_user);
  END IF;
  SELECT accounts.access -> 'levels' -> logins.role, accounts.access ->> 'ownerless' INTO the_levels, the_ownerless
  FROM logins JOIN accounts ON accounts.uuid = logins.account_uuid
  WHERE logins.user_uuid = the_user AND logins.account_uuid = the_account;
  IF NOT coalesce(jsonb_path_exists(the_levels, '$.*.see ? (@ != "all")'), false) THEN
    RETURN false;
  END IF;
  CASE the_resource
    WHEN 'client' THEN RETURN NOT EXISTS (SELECT FROM clients WHERE clients.uuid = the_record AND (coalesce(the_levels -> 'client' ->> 'see', 'all') = 'all' OR ((clients.owner_uuid IN (SELECT the_user UNION ALL SELECT mate.user_uuid
      FROM team_members AS own JOIN team_members AS mate USING (team_uuid)
      WHERE own.user_uuid = the_user AND own.account_uuid = the_account AND the_levels -> 'client' ->> 'see' = 'team')) OR (clients.shared_with <> '[]' AND EXISTS (SELECT FROM jsonb_array_elements(clients.shared_with) AS share
    WHERE share ->> 'user_uuid' = the_user::text OR share ->> 'team_uuid' IN (
      SELECT team_uuid::text FROM team_members WHERE user_uuid = the_user AND account_uuid = the_account)))) OR (the_ownerless IS DISTINCT FROM 'admins' AND NOT ((clients.owner_uuid IS NOT NULL) OR (clients.shared_with <> '[]' AND true)))));
    WHEN 'contact' THEN RETURN NOT EXISTS (SELECT FROM contacts WHERE contacts.uuid = the_record AND (coalesce(the_levels -> 'contact' ->> 'see', 'all') = 'all' OR ((contacts.owner_uuid IN (SELECT the_user UNION ALL SELECT mate.user_uuid
      FROM team_members AS own JOIN team_members AS mate USING (team_uuid)
      WHERE own.user_uuid = the_user AND own.account_uuid = the_account AND the_levels -> 'contact' ->> 'see' = 'team')) OR (contacts.shared_with <> '[]' AND EXISTS (SELECT FROM jsonb_array_elements(contacts.shared_with) AS share
    WHERE share ->> 'user_uuid' = the_user::text OR share ->> 'team_uuid' IN (
      SELECT team_uuid::text FROM team_members WHERE user_uuid = the_user AND account_uuid = the_account))) OR EXISTS (SELECT FROM clients AS held_client JOIN links ON links.to_uuid = held_client.uuid
            WHERE links.account_uuid = contacts.account_uuid AND links.from_uuid = contacts.uuid
              AND ((held_client.owner_uuid IN (SELECT the_user UNION ALL SELECT mate.user_uuid
      FROM team_members AS own JOIN team_members AS mate USING (team_uuid)
      WHERE own.user_uuid = the_user AND own.account_uuid = the_account AND the_levels -> 'contact' ->> 'see' = 'team')) OR (held_client.shared_with <> '[]' AND EXISTS (SELECT FROM jsonb_array_elements(held_client.shared_with) AS share
    WHERE share ->> 'user_uuid' = the_user::text OR share ->> 'team_uuid' IN (
      SELECT team_uuid::text FROM team_members WHERE user_uuid = the_user AND account_uuid = the_account)))))) OR (the_ownerless IS DISTINCT FROM 'admins' AND NOT ((contacts.owner_uuid IS NOT NULL) OR (contacts.shared_with <> '[]' AND true) OR EXISTS (SELECT FROM clients AS held_client JOIN links ON links.to_uuid = held_client.uuid
            WHERE links.account_uuid = contacts.account_uuid AND links.from_uuid = contacts.uuid
              AND ((held_client.owner_uuid IS NOT NULL) OR (held_client.shared_with <> '[]' AND true)))))));
    WHEN 'deal' THEN RETURN NOT EXISTS (SELECT FROM deals WHERE deals.uuid = the_record AND (coalesce(the_levels -> 'deal' ->> 'see', 'all') = 'all' OR ((deals.owner_uuid IN (SELECT the_user UNION ALL SELECT mate.user_uuid
      FROM team_members AS own JOIN team_members AS mate USING (team_uuid)
      WHERE own.user_uuid = the_user AND own.account_uuid = the_account AND the_levels -> 'deal' ->> 'see' = 'team')) OR (deals.shared_with <> '[]' AND EXISTS (SELECT FROM jsonb_array_elements(deals.shared_with) AS share
    WHERE share ->> 'user_uuid' = the_user::text OR share ->> 'team_uuid' IN (
      SELECT team_uuid::text FROM team_members WHERE user_uuid = the_user AND account_uuid = the_account))) OR EXISTS (SELECT FROM clients AS held_client WHERE held_client.uuid = deals.client_uuid AND ((held_client.owner_uuid IN (SELECT the_user UNION ALL SELECT mate.user_uuid
      FROM team_members AS own JOIN team_members AS mate USING (team_uuid)
      WHERE own.user_uuid = the_user AND own.account_uuid = the_account AND the_levels -> 'deal' ->> 'see' = 'team')) OR (held_client.shared_with <> '[]' AND EXISTS (SELECT FROM jsonb_array_elements(held_client.shared_with) AS share
    WHERE share ->> 'user_uuid' = the_user::text OR share ->> 'team_uuid' IN (
      SELECT team_uuid::text FROM team_members WHERE user_uuid = the_user AND account_uuid = the_account)))))) OR (the_ownerless IS DISTINCT FROM 'admins' AND NOT ((deals.owner_uuid IS NOT NULL) OR (deals.shared_with <> '[]' AND true) OR EXISTS (SELECT FROM clients AS held_client WHERE held_client.uuid = deals.client_uuid AND ((held_client.owner_uuid IS NOT NULL) OR (held_client.shared_with <> '[]' AND true)))))));
    WHEN 'task' THEN RETURN NOT EXISTS (SELECT FROM tasks WHERE tasks.uuid = the_record AND ((tasks.assignee_uuid = the_user OR tasks.owner_uuid = the_user) OR EXISTS (SELECT FROM links WHERE links.account_uuid = tasks.account_uuid AND links.from_uuid = tasks.uuid AND links.to_resource = 'client' AND EXISTS (
      SELECT FROM clients AS subject WHERE subject.uuid = links.to_uuid AND (coalesce(the_levels -> 'client' ->> 'see', 'all') = 'all' OR ((subject.owner_uuid IN (SELECT the_user UNION ALL SELECT mate.user_uuid
      FROM team_members AS own JOIN team_members AS mate USING (team_uuid)
      WHERE own.user_uuid = the_user AND own.account_uuid = the_account AND the_levels -> 'client' ->> 'see' = 'team')) OR (subject.shared_with <> '[]' AND EXISTS (SELECT FROM jsonb_array_elements(subject.shared_with) AS share
    WHERE share ->> 'user_uuid' = the_user::text OR share ->> 'team_uuid' IN (
      SELECT team_uuid::text FROM team_members WHERE user_uuid = the_user AND account_uuid = the_account)))) OR (the_ownerless IS DISTINCT FROM 'admins' AND NOT ((subject.owner_uuid IS NOT NULL) OR (subject.shared_with <> '[]' AND true)))))) OR EXISTS (SELECT FROM links WHERE links.account_uuid = tasks.account_uuid AND links.from_uuid = tasks.uuid AND links.to_resource = 'contact' AND EXISTS (
      SELECT FROM contacts AS subject WHERE subject.uuid = links.to_uuid AND (coalesce(the_levels -> 'contact' ->> 'see', 'all') = 'all' OR ((subject.owner_uuid IN (SELECT the_user UNION ALL SELECT mate.user_uuid
      FROM team_members AS own JOIN team_members AS mate USING (team_uuid)
      WHERE own.user_uuid = the_user AND own.account_uuid = the_account AND the_levels -> 'contact' ->> 'see' = 'team')) OR (subject.shared_with <> '[]' AND EXISTS (SELECT FROM jsonb_array_elements(subject.shared_with) AS share
    WHERE share ->> 'user_uuid' = the_user::text OR share ->> 'team_uuid' IN (
      SELECT team_uuid::text FROM team_members WHERE user_uuid = the_user AND account_uuid = the_account))) OR EXISTS (SELECT FROM clients AS held_client JOIN links ON links.to_uuid = held_client.uuid
            WHERE links.account_uuid = subject.account_uuid AND links.from_uuid = subject.uuid
              AND ((held_client.owner_uuid IN (SELECT the_user UNION ALL SELECT mate.user_uuid
      FROM team_members AS own JOIN team_members AS mate USING (team_uuid)
      WHERE own.user_uuid = the_user AND own.account_uuid = the_account AND the_levels -> 'contact' ->> 'see' = 'team')) OR (held_client.shared_with <> '[]' AND EXISTS (SELECT FROM jsonb_array_elements(held_client.shared_with) AS share
    WHERE share ->> 'user_uuid' = the_user::text OR share ->> 'team_uuid' IN (
      SELECT team_uuid::text FROM team_members WHERE user_uuid = the_user AND account_uuid = the_account)))))) OR (the_ownerless IS DISTINCT FROM 'admins' AND NOT ((subject.owner_uuid IS NOT NULL) OR (subject.shared_with <> '[]' AND true) OR EXISTS (SELECT FROM clients AS held_client JOIN links ON links.to_uuid = held_client.uuid
            WHERE links.account_uuid = subject.account_uuid AND links.from_uuid = subject.uuid
              AND ((held_client.owner_uuid IS NOT NULL) OR (held_client.shared_with <> '[]' AND true)))))))) OR EXISTS (SELECT FROM links WHERE links.account_uuid = tasks.account_uuid AND links.from_uuid = tasks.uuid AND links.to_resource = 'deal' AND EXISTS (
      SELECT FROM deals AS subject WHERE subject.uuid = links.to_uuid AND (coalesce(the_levels -> 'deal' ->> 'see', 'all') = 'all' OR ((subject.owner_uuid IN (SELECT the_user UNION ALL SELECT mate.user_uuid
      FROM team_members AS own JOIN team_members AS mate USING (team_uuid)
      WHERE own.user_uuid = the_user AND own.account_uuid = the_account AND the_levels -> 'deal' ->> 'see' = 'team')) OR (subject.shared_with <> '[]' AND EXISTS (SELECT FROM jsonb_array_elements(subject.shared_with) AS share
    WHERE share ->> 'user_uuid' = the_user::text OR share ->> 'team_uuid' IN (
      SELECT team_uuid::text FROM team_members WHERE user_uuid = the_user AND account_uuid = the_account))) OR EXISTS (SELECT FROM clients AS held_client WHERE held_client.uuid = subject.client_uuid AND ((held_client.owner_uuid IN (SELECT the_user UNION ALL SELECT mate.user_uuid
      FROM team_members AS own JOIN team_members AS mate USING (team_uuid)
      WHERE own.user_uuid = the_user AND own.account_uuid = the_account AND the_levels -> 'deal' ->> 'see' = 'team')) OR (held_client.shared_with <> '[]' AND EXISTS (SELECT FROM jsonb_array_elements(held_client.shared_with) AS share
    WHERE share ->> 'user_uuid' = the_user::text OR share ->> 'team_uuid' IN (
      SELECT team_uuid::text FROM team_members WHERE user_uuid = the_user AND account_uuid = the_account)))))) OR (the_ownerless IS DISTINCT FROM 'admins' AND NOT ((subject.owner_uuid IS NOT NULL) OR (subject.shared_with <> '[]' AND true) OR EXISTS (SELECT FROM clients AS held_client WHERE held_client.uuid = subject.client_uuid AND ((held_client.owner_uuid IS NOT NULL) OR (held_client.shared_with <> '[]' AND true)))))))) OR (NOT (tasks.assignee_uuid IS NOT NULL OR tasks.owner_uuid IS NOT NULL) AND NOT EXISTS (SELECT FROM links WHERE links.account_uuid = tasks.account_uuid AND links.from_uuid = tasks.uuid))));
    WHEN 'note' THEN RETURN NOT EXISTS (SELECT FROM notes WHERE notes.uuid = the_record AND ((notes.owner_uuid = the_user) OR EXISTS (SELECT FROM links WHERE links.account_uuid = notes.account_uuid AND links.from_uuid = notes.uuid AND links.to_resource = 'client' AND EXISTS (
      SELECT FROM clients AS subject WHERE subject.uuid = links.to_uuid AND (coalesce(the_levels -> 'client' ->> 'see', 'all') = 'all' OR ((subject.owner_uuid IN (SELECT the_user UNION ALL SELECT mate.user_uuid
      FROM team_members AS own JOIN team_members AS mate USING (team_uuid)
      WHERE own.user_uuid = the_user AND own.account_uuid = the_account AND the_levels -> 'client' ->> 'see' = 'team')) OR (subject.shared_with <> '[]' AND EXISTS (SELECT FROM jsonb_array_elements(subject.shared_with) AS share
    WHERE share ->> 'user_uuid' = the_user::text OR share ->> 'team_uuid' IN (
      SELECT team_uuid::text FROM team_members WHERE user_uuid = the_user AND account_uuid = the_account)))) OR (the_ownerless IS DISTINCT FROM 'admins' AND NOT ((subject.owner_uuid IS NOT NULL) OR (subject.shared_with <> '[]' AND true)))))) OR EXISTS (SELECT FROM links WHERE links.account_uuid = notes.account_uuid AND links.from_uuid = notes.uuid AND links.to_resource = 'contact' AND EXISTS (
      SELECT FROM contacts AS subject WHERE subject.uuid = links.to_uuid AND (coalesce(the_levels -> 'contact' ->> 'see', 'all') = 'all' OR ((subject.owner_uuid IN (SELECT the_user UNION ALL SELECT mate.user_uuid
      FROM team_members AS own JOIN team_members AS mate USING (team_uuid)
      WHERE own.user_uuid = the_user AND own.account_uuid = the_account AND the_levels -> 'contact' ->> 'see' = 'team')) OR (subject.shared_with <> '[]' AND EXISTS (SELECT FROM jsonb_array_elements(subject.shared_with) AS share
    WHERE share ->> 'user_uuid' = the_user::text OR share ->> 'team_uuid' IN (
      SELECT team_uuid::text FROM team_members WHERE user_uuid = the_user AND account_uuid = the_account))) OR EXISTS (SELECT FROM clients AS held_client JOIN links ON links.to_uuid = held_client.uuid
            WHERE links.account_uuid = subject.account_uuid AND links.from_uuid = subject.uuid
              AND ((held_client.owner_uuid IN (SELECT the_user UNION ALL SELECT mate.user_uuid
      FROM team_members AS own JOIN team_members AS mate USING (team_uuid)
      WHERE own.user_uuid = the_user AND own.account_uuid = the_account AND the_levels -> 'contact' ->> 'see' = 'team')) OR (held_client.shared_with <> '[]' AND EXISTS (SELECT FROM jsonb_array_elements(held_client.shared_with) AS share
    WHERE share ->> 'user_uuid' = the_user::text OR share ->> 'team_uuid' IN (
      SELECT team_uuid::text FROM team_members WHERE user_uuid = the_user AND account_uuid = the_account)))))) OR (the_ownerless IS DISTINCT FROM 'admins' AND NOT ((subject.owner_uuid IS NOT NULL) OR (subject.shared_with <> '[]' AND true) OR EXISTS (SELECT FROM clients AS held_client JOIN links ON links.to_uuid = held_client.uuid
            WHERE links.account_uuid = subject.account_uuid AND links.from_uuid = subject.uuid
              AND ((held_client.owner_uuid IS NOT NULL) OR (held_client.shared_with <> '[]' AND true)))))))) OR EXISTS (SELECT FROM links WHERE links.account_uuid = notes.account_uuid AND links.from_uuid = notes.uuid AND links.to_resource = 'deal' AND EXISTS (
      SELECT FROM deals AS subject WHERE subject.uuid = links.to_uuid AND (coalesce(the_levels -> 'deal' ->> 'see', 'all') = 'all' OR ((subject.owner_uuid IN (SELECT the_user UNION ALL SELECT mate.user_uuid
      FROM team_members AS own JOIN team_members AS mate USING (team_uuid)
      WHERE own.user_uuid = the_user AND own.account_uuid = the_account AND the_levels -> 'deal' ->> 'see' = 'team')) OR (subject.shared_with <> '[]' AND EXISTS (SELECT FROM jsonb_array_elements(subject.shared_with) AS share
    WHERE share ->> 'user_uuid' = the_user::text OR share ->> 'team_uuid' IN (
      SELECT team_uuid::text FROM team_members WHERE user_uuid = the_user AND account_uuid = the_account))) OR EXISTS (SELECT FROM clients AS held_client WHERE held_client.uuid = subject.client_uuid AND ((held_client.owner_uuid IN (SELECT the_user UNION ALL SELECT mate.user_uuid
      FROM team_members AS own JOIN team_members AS mate USING (team_uuid)
      WHERE own.user_uuid = the_user AND own.account_uuid = the_account AND the_levels -> 'deal' ->> 'see' = 'team')) OR (held_client.shared_with <> '[]' AND EXISTS (SELECT FROM jsonb_array_elements(held_client.shared_with) AS share
    WHERE share ->> 'user_uuid' = the_user::text OR share ->> 'team_uuid' IN (
      SELECT team_uuid::text FROM team_members WHERE user_uuid = the_user AND account_uuid = the_account)))))) OR (the_ownerless IS DISTINCT FROM 'admins' AND NOT ((subject.owner_uuid IS NOT NULL) OR (subject.shared_with <> '[]' AND true) OR EXISTS (SELECT FROM clients AS held_client WHERE held_client.uuid = subject.client_uuid AND ((held_client.owner_uuid IS NOT NULL) OR (held_client.shared_with <> '[]' AND true)))))))) OR (NOT (notes.owner_uuid IS NOT NULL) AND NOT EXISTS (SELECT FROM links WHERE links.account_uuid = notes.account_uuid AND links.from_uuid = notes.uuid))));
    WHEN 'file' THEN RETURN NOT EXISTS (SELECT FROM file_records AS kept WHERE kept.file_uuid = the_record AND (CASE kept.resource WHEN 'client' THEN EXISTS (SELECT FROM clients WHERE clients.uuid = coalesce(leads_to(kept.account_uuid, kept.record_uuid), kept.record_uuid) AND (coalesce(the_levels -> 'client' ->> 'see', 'all') = 'all' OR ((clients.owner_uuid IN (SELECT the_user UNION ALL SELECT mate.user_uuid
      FROM team_members AS own JOIN team_members AS mate USING (team_uuid)
      WHERE own.user_uuid = the_user AND own.account_uuid = the_account AND the_levels -> 'client' ->> 'see' = 'team')) OR (clients.shared_with <> '[]' AND EXISTS (SELECT FROM jsonb_array_elements(clients.shared_with) AS share
    WHERE share ->> 'user_uuid' = the_user::text OR share ->> 'team_uuid' IN (
      SELECT team_uuid::text FROM team_members WHERE user_uuid = the_user AND account_uuid = the_account)))) OR (the_ownerless IS DISTINCT FROM 'admins' AND NOT ((clients.owner_uuid IS NOT NULL) OR (clients.shared_with <> '[]' AND true))))) WHEN 'contact' THEN EXISTS (SELECT FROM contacts WHERE contacts.uuid = coalesce(leads_to(kept.account_uuid, kept.record_uuid), kept.record_uuid) AND (coalesce(the_levels -> 'contact' ->> 'see', 'all') = 'all' OR ((contacts.owner_uuid IN (SELECT the_user UNION ALL SELECT mate.user_uuid
      FROM team_members AS own JOIN team_members AS mate USING (team_uuid)
      WHERE own.user_uuid = the_user AND own.account_uuid = the_account AND the_levels -> 'contact' ->> 'see' = 'team')) OR (contacts.shared_with <> '[]' AND EXISTS (SELECT FROM jsonb_array_elements(contacts.shared_with) AS share
    WHERE share ->> 'user_uuid' = the_user::text OR share ->> 'team_uuid' IN (
      SELECT team_uuid::text FROM team_members WHERE user_uuid = the_user AND account_uuid = the_account))) OR EXISTS (SELECT FROM clients AS held_client JOIN links ON links.to_uuid = held_client.uuid
            WHERE links.account_uuid = contacts.account_uuid AND links.from_uuid = contacts.uuid
              AND ((held_client.owner_uuid IN (SELECT the_user UNION ALL SELECT mate.user_uuid
      FROM team_members AS own JOIN team_members AS mate USING (team_uuid)
      WHERE own.user_uuid = the_user AND own.account_uuid = the_account AND the_levels -> 'contact' ->> 'see' = 'team')) OR (held_client.shared_with <> '[]' AND EXISTS (SELECT FROM jsonb_array_elements(held_client.shared_with) AS share
    WHERE share ->> 'user_uuid' = the_user::text OR share ->> 'team_uuid' IN (
      SELECT team_uuid::text FROM team_members WHERE user_uuid = the_user AND account_uuid = the_account)))))) OR (the_ownerless IS DISTINCT FROM 'admins' AND NOT ((contacts.owner_uuid IS NOT NULL) OR (contacts.shared_with <> '[]' AND true) OR EXISTS (SELECT FROM clients AS held_client JOIN links ON links.to_uuid = held_client.uuid
            WHERE links.account_uuid = contacts.account_uuid AND links.from_uuid = contacts.uuid
              AND ((held_client.owner_uuid IS NOT NULL) OR (held_client.shared_with <> '[]' AND true))))))) WHEN 'deal' THEN EXISTS (SELECT FROM deals WHERE deals.uuid = coalesce(leads_to(kept.account_uuid, kept.record_uuid), kept.record_uuid) AND (coalesce(the_levels -> 'deal' ->> 'see', 'all') = 'all' OR ((deals.owner_uuid IN (SELECT the_user UNION ALL SELECT mate.user_uuid
      FROM team_members AS own JOIN team_members AS mate USING (team_uuid)
      WHERE own.user_uuid = the_user AND own.account_uuid = the_account AND the_levels -> 'deal' ->> 'see' = 'team')) OR (deals.shared_with <> '[]' AND EXISTS (SELECT FROM jsonb_array_elements(deals.shared_with) AS share
    WHERE share ->> 'user_uuid' = the_user::text OR share ->> 'team_uuid' IN (
      SELECT team_uuid::text FROM team_members WHERE user_uuid = the_user AND account_uuid = the_account))) OR EXISTS (SELECT FROM clients AS held_client WHERE held_client.uuid = deals.client_uuid AND ((held_client.owner_uuid IN (SELECT the_user UNION ALL SELECT mate.user_uuid
      FROM team_members AS own JOIN team_members AS mate USING (team_uuid)
      WHERE own.user_uuid = the_user AND own.account_uuid = the_account AND the_levels -> 'deal' ->> 'see' = 'team')) OR (held_client.shared_with <> '[]' AND EXISTS (SELECT FROM jsonb_array_elements(held_client.shared_with) AS share
    WHERE share ->> 'user_uuid' = the_user::text OR share ->> 'team_uuid' IN (
      SELECT team_uuid::text FROM team_members WHERE user_uuid = the_user AND account_uuid = the_account)))))) OR (the_ownerless IS DISTINCT FROM 'admins' AND NOT ((deals.owner_uuid IS NOT NULL) OR (deals.shared_with <> '[]' AND true) OR EXISTS (SELECT FROM clients AS held_client WHERE held_client.uuid = deals.client_uuid AND ((held_client.owner_uuid IS NOT NULL) OR (held_client.shared_with <> '[]' AND true))))))) WHEN 'task' THEN EXISTS (SELECT FROM tasks WHERE tasks.uuid = coalesce(leads_to(kept.account_uuid, kept.record_uuid), kept.record_uuid) AND ((tasks.assignee_uuid = the_user OR tasks.owner_uuid = the_user) OR EXISTS (SELECT FROM links WHERE links.account_uuid = tasks.account_uuid AND links.from_uuid = tasks.uuid AND links.to_resource = 'client' AND EXISTS (
      SELECT FROM clients AS subject WHERE subject.uuid = links.to_uuid AND (coalesce(the_levels -> 'client' ->> 'see', 'all') = 'all' OR ((subject.owner_uuid IN (SELECT the_user UNION ALL SELECT mate.user_uuid
      FROM team_members AS own JOIN team_members AS mate USING (team_uuid)
      WHERE own.user_uuid = the_user AND own.account_uuid = the_account AND the_levels -> 'client' ->> 'see' = 'team')) OR (subject.shared_with <> '[]' AND EXISTS (SELECT FROM jsonb_array_elements(subject.shared_with) AS share
    WHERE share ->> 'user_uuid' = the_user::text OR share ->> 'team_uuid' IN (
      SELECT team_uuid::text FROM team_members WHERE user_uuid = the_user AND account_uuid = the_account)))) OR (the_ownerless IS DISTINCT FROM 'admins' AND NOT ((subject.owner_uuid IS NOT NULL) OR (subject.shared_with <> '[]' AND true)))))) OR EXISTS (SELECT FROM links WHERE links.account_uuid = tasks.account_uuid AND links.from_uuid = tasks.uuid AND links.to_resource = 'contact' AND EXISTS (
      SELECT FROM contacts AS subject WHERE subject.uuid = links.to_uuid AND (coalesce(the_levels -> 'contact' ->> 'see', 'all') = 'all' OR ((subject.owner_uuid IN (SELECT the_user UNION ALL SELECT mate.user_uuid
      FROM team_members AS own JOIN team_members AS mate USING (team_uuid)
      WHERE own.user_uuid = the_user AND own.account_uuid = the_account AND the_levels -> 'contact' ->> 'see' = 'team')) OR (subject.shared_with <> '[]' AND EXISTS (SELECT FROM jsonb_array_elements(subject.shared_with) AS share
    WHERE share ->> 'user_uuid' = the_user::text OR share ->> 'team_uuid' IN (
      SELECT team_uuid::text FROM team_members WHERE user_uuid = the_user AND account_uuid = the_account))) OR EXISTS (SELECT FROM clients AS held_client JOIN links ON links.to_uuid = held_client.uuid
            WHERE links.account_uuid = subject.account_uuid AND links.from_uuid = subject.uuid
              AND ((held_client.owner_uuid IN (SELECT the_user UNION ALL SELECT mate.user_uuid
      FROM team_members AS own JOIN team_members AS mate USING (team_uuid)
      WHERE own.user_uuid = the_user AND own.account_uuid = the_account AND the_levels -> 'contact' ->> 'see' = 'team')) OR (held_client.shared_with <> '[]' AND EXISTS (SELECT FROM jsonb_array_elements(held_client.shared_with) AS share
    WHERE share ->> 'user_uuid' = the_user::text OR share ->> 'team_uuid' IN (
      SELECT team_uuid::text FROM team_members WHERE user_uuid = the_user AND account_uuid = the_account)))))) OR (the_ownerless IS DISTINCT FROM 'admins' AND NOT ((subject.owner_uuid IS NOT NULL) OR (subject.shared_with <> '[]' AND true) OR EXISTS (SELECT FROM clients AS held_client JOIN links ON links.to_uuid = held_client.uuid
            WHERE links.account_uuid = subject.account_uuid AND links.from_uuid = subject.uuid
              AND ((held_client.owner_uuid IS NOT NULL) OR (held_client.shared_with <> '[]' AND true)))))))) OR EXISTS (SELECT FROM links WHERE links.account_uuid = tasks.account_uuid AND links.from_uuid = tasks.uuid AND links.to_resource = 'deal' AND EXISTS (
      SELECT FROM deals AS subject WHERE subject.uuid = links.to_uuid AND (coalesce(the_levels -> 'deal' ->> 'see', 'all') = 'all' OR ((subject.owner_uuid IN (SELECT the_user UNION ALL SELECT mate.user_uuid
      FROM team_members AS own JOIN team_members AS mate USING (team_uuid)
      WHERE own.user_uuid = the_user AND own.account_uuid = the_account AND the_levels -> 'deal' ->> 'see' = 'team')) OR (subject.shared_with <> '[]' AND EXISTS (SELECT FROM jsonb_array_elements(subject.shared_with) AS share
    WHERE share ->> 'user_uuid' = the_user::text OR share ->> 'team_uuid' IN (
      SELECT team_uuid::text FROM team_members WHERE user_uuid = the_user AND account_uuid = the_account))) OR EXISTS (SELECT FROM clients AS held_client WHERE held_client.uuid = subject.client_uuid AND ((held_client.owner_uuid IN (SELECT the_user UNION ALL SELECT mate.user_uuid
      FROM team_members AS own JOIN team_members AS mate USING (team_uuid)
      WHERE own.user_uuid = the_user AND own.account_uuid = the_account AND the_levels -> 'deal' ->> 'see' = 'team')) OR (held_client.shared_with <> '[]' AND EXISTS (SELECT FROM jsonb_array_elements(held_client.shared_with) AS share
    WHERE share ->> 'user_uuid' = the_user::text OR share ->> 'team_uuid' IN (
      SELECT team_uuid::text FROM team_members WHERE user_uuid = the_user AND account_uuid = the_account)))))) OR (the_ownerless IS DISTINCT FROM 'admins' AND NOT ((subject.owner_uuid IS NOT NULL) OR (subject.shared_with <> '[]' AND true) OR EXISTS (SELECT FROM clients AS held_client WHERE held_client.uuid = subject.client_uuid AND ((held_client.owner_uuid IS NOT NULL) OR (held_client.shared_with <> '[]' AND true)))))))) OR (NOT (tasks.assignee_uuid IS NOT NULL OR tasks.owner_uuid IS NOT NULL) AND NOT EXISTS (SELECT FROM links WHERE links.account_uuid = tasks.account_uuid AND links.from_uuid = tasks.uuid)))) WHEN 'note' THEN EXISTS (SELECT FROM notes WHERE notes.uuid = coalesce(leads_to(kept.account_uuid, kept.record_uuid), kept.record_uuid) AND ((notes.owner_uuid = the_user) OR EXISTS (SELECT FROM links WHERE links.account_uuid = notes.account_uuid AND links.from_uuid = notes.uuid AND links.to_resource = 'client' AND EXISTS (
      SELECT FROM clients AS subject WHERE subject.uuid = links.to_uuid AND (coalesce(the_levels -> 'client' ->> 'see', 'all') = 'all' OR ((subject.owner_uuid IN (SELECT the_user UNION ALL SELECT mate.user_uuid
      FROM team_members AS own JOIN team_members AS mate USING (team_uuid)
      WHERE own.user_uuid = the_user AND own.account_uuid = the_account AND the_levels -> 'client' ->> 'see' = 'team')) OR (subject.shared_with <> '[]' AND EXISTS (SELECT FROM jsonb_array_elements(subject.shared_with) AS share
    WHERE share ->> 'user_uuid' = the_user::text OR share ->> 'team_uuid' IN (
      SELECT team_uuid::text FROM team_members WHERE user_uuid = the_user AND account_uuid = the_account)))) OR (the_ownerless IS DISTINCT FROM 'admins' AND NOT ((subject.owner_uuid IS NOT NULL) OR (subject.shared_with <> '[]' AND true)))))) OR EXISTS (SELECT FROM links WHERE links.account_uuid = notes.account_uuid AND links.from_uuid = notes.uuid AND links.to_resource = 'contact' AND EXISTS (
      SELECT FROM contacts AS subject WHERE subject.uuid = links.to_uuid AND (coalesce(the_levels -> 'contact' ->> 'see', 'all') = 'all' OR ((subject.owner_uuid IN (SELECT the_user UNION ALL SELECT mate.user_uuid
      FROM team_members AS own JOIN team_members AS mate USING (team_uuid)
      WHERE own.user_uuid = the_user AND own.account_uuid = the_account AND the_levels -> 'contact' ->> 'see' = 'team')) OR (subject.shared_with <> '[]' AND EXISTS (SELECT FROM jsonb_array_elements(subject.shared_with) AS share
    WHERE share ->> 'user_uuid' = the_user::text OR share ->> 'team_uuid' IN (
      SELECT team_uuid::text FROM team_members WHERE user_uuid = the_user AND account_uuid = the_account))) OR EXISTS (SELECT FROM clients AS held_client JOIN links ON links.to_uuid = held_client.uuid
            WHERE links.account_uuid = subject.account_uuid AND links.from_uuid = subject.uuid
              AND ((held_client.owner_uuid IN (SELECT the_user UNION ALL SELECT mate.user_uuid
      FROM team_members AS own JOIN team_members AS mate USING (team_uuid)
      WHERE own.user_uuid = the_user AND own.account_uuid = the_account AND the_levels -> 'contact' ->> 'see' = 'team')) OR (held_client.shared_with <> '[]' AND EXISTS (SELECT FROM jsonb_array_elements(held_client.shared_with) AS share
    WHERE share ->> 'user_uuid' = the_user::text OR share ->> 'team_uuid' IN (
      SELECT team_uuid::text FROM team_members WHERE user_uuid = the_user AND account_uuid = the_account)))))) OR (the_ownerless IS DISTINCT FROM 'admins' AND NOT ((subject.owner_uuid IS NOT NULL) OR (subject.shared_with <> '[]' AND true) OR EXISTS (SELECT FROM clients AS held_client JOIN links ON links.to_uuid = held_client.uuid
            WHERE links.account_uuid = subject.account_uuid AND links.from_uuid = subject.uuid
              AND ((held_client.owner_uuid IS NOT NULL) OR (held_client.shared_with <> '[]' AND true)))))))) OR EXISTS (SELECT FROM links WHERE links.account_uuid = notes.account_uuid AND links.from_uuid = notes.uuid AND links.to_resource = 'deal' AND EXISTS (
      SELECT FROM deals AS subject WHERE subject.uuid = links.to_uuid AND (coalesce(the_levels -> 'deal' ->> 'see', 'all') = 'all' OR ((subject.owner_uuid IN (SELECT the_user UNION ALL SELECT mate.user_uuid
      FROM team_members AS own JOIN team_members AS mate USING (team_uuid)
      WHERE own.user_uuid = the_user AND own.account_uuid = the_account AND the_levels -> 'deal' ->> 'see' = 'team')) OR (subject.shared_with <> '[]' AND EXISTS (SELECT FROM jsonb_array_elements(subject.shared_with) AS share
    WHERE share ->> 'user_uuid' = the_user::text OR share ->> 'team_uuid' IN (
      SELECT team_uuid::text FROM team_members WHERE user_uuid = the_user AND account_uuid = the_account))) OR EXISTS (SELECT FROM clients AS held_client WHERE held_client.uuid = subject.client_uuid AND ((held_client.owner_uuid IN (SELECT the_user UNION ALL SELECT mate.user_uuid
      FROM team_members AS own JOIN team_members AS mate USING (team_uuid)
      WHERE own.user_uuid = the_user AND own.account_uuid = the_account AND the_levels -> 'deal' ->> 'see' = 'team')) OR (held_client.shared_with <> '[]' AND EXISTS (SELECT FROM jsonb_array_elements(held_client.shared_with) AS share
    WHERE share ->> 'user_uuid' = the_user::text OR share ->> 'team_uuid' IN (
      SELECT team_uuid::text FROM team_members WHERE user_uuid = the_user AND account_uuid = the_account)))))) OR (the_ownerless IS DISTINCT FROM 'admins' AND NOT ((subject.owner_uuid IS NOT NULL) OR (subject.shared_with <> '[]' AND true) OR EXISTS (SELECT FROM clients AS held_client WHERE held_client.uuid = subject.client_uuid AND ((held_client.owner_uuid IS NOT NULL) OR (held_client.shared_with <> '[]' AND true)))))))) OR (NOT (notes.owner_uuid IS NOT NULL) AND NOT EXISTS (SELECT FROM links WHERE links.account_uuid = notes.account_uuid AND links.from_uuid = notes.uuid)))) ELSE true END));
    WHEN 'mail' THEN RETURN NOT EXISTS (SELECT FROM mail_traces AS kept WHERE kept.uuid = the_record AND (CASE kept.resource WHEN 'client' THEN EXISTS (SELECT FROM clients WHERE clients.uuid = coalesce(leads_to(kept.account_uuid, kept.record_uuid), kept.record_uuid) AND (coalesce(the_levels -> 'client' ->> 'see', 'all') = 'all' OR ((clients.owner_uuid IN (SELECT the_user UNION ALL SELECT mate.user_uuid
      FROM team_members AS own JOIN team_members AS mate USING (team_uuid)
      WHERE own.user_uuid = the_user AND own.account_uuid = the_account AND the_levels -> 'client' ->> 'see' = 'team')) OR (clients.shared_with <> '[]' AND EXISTS (SELECT FROM jsonb_array_elements(clients.shared_with) AS share
    WHERE share ->> 'user_uuid' = the_user::text OR share ->> 'team_uuid' IN (
      SELECT team_uuid::text FROM team_members WHERE user_uuid = the_user AND account_uuid = the_account)))) OR (the_ownerless IS DISTINCT FROM 'admins' AND NOT ((clients.owner_uuid IS NOT NULL) OR (clients.shared_with <> '[]' AND true))))) WHEN 'contact' THEN EXISTS (SELECT FROM contacts WHERE contacts.uuid = coalesce(leads_to(kept.account_uuid, kept.record_uuid), kept.record_uuid) AND (coalesce(the_levels -> 'contact' ->> 'see', 'all') = 'all' OR ((contacts.owner_uuid IN (SELECT the_user UNION ALL SELECT mate.user_uuid
      FROM team_members AS own JOIN team_members AS mate USING (team_uuid)
      WHERE own.user_uuid = the_user AND own.account_uuid = the_account AND the_levels -> 'contact' ->> 'see' = 'team')) OR (contacts.shared_with <> '[]' AND EXISTS (SELECT FROM jsonb_array_elements(contacts.shared_with) AS share
    WHERE share ->> 'user_uuid' = the_user::text OR share ->> 'team_uuid' IN (
      SELECT team_uuid::text FROM team_members WHERE user_uuid = the_user AND account_uuid = the_account))) OR EXISTS (SELECT FROM clients AS held_client JOIN links ON links.to_uuid = held_client.uuid
            WHERE links.account_uuid = contacts.account_uuid AND links.from_uuid = contacts.uuid
              AND ((held_client.owner_uuid IN (SELECT the_user UNION ALL SELECT mate.user_uuid
      FROM team_members AS own JOIN team_members AS mate USING (team_uuid)
      WHERE own.user_uuid = the_user AND own.account_uuid = the_account AND the_levels -> 'contact' ->> 'see' = 'team')) OR (held_client.shared_with <> '[]' AND EXISTS (SELECT FROM jsonb_array_elements(held_client.shared_with) AS share
    WHERE share ->> 'user_uuid' = the_user::text OR share ->> 'team_uuid' IN (
      SELECT team_uuid::text FROM team_members WHERE user_uuid = the_user AND account_uuid = the_account)))))) OR (the_ownerless IS DISTINCT FROM 'admins' AND NOT ((contacts.owner_uuid IS NOT NULL) OR (contacts.shared_with <> '[]' AND true) OR EXISTS (SELECT FROM clients AS held_client JOIN links ON links.to_uuid = held_client.uuid
            WHERE links.account_uuid = contacts.account_uuid AND links.from_uuid = contacts.uuid
              AND ((held_client.owner_uuid IS NOT NULL) OR (held_client.shared_with <> '[]' AND true))))))) WHEN 'deal' THEN EXISTS (SELECT FROM deals WHERE deals.uuid = coalesce(leads_to(kept.account_uuid, kept.record_uuid), kept.record_uuid) AND (coalesce(the_levels -> 'deal' ->> 'see', 'all') = 'all' OR ((deals.owner_uuid IN (SELECT the_user UNION ALL SELECT mate.user_uuid
      FROM team_members AS own JOIN team_members AS mate USING (team_uuid)
      WHERE own.user_uuid = the_user AND own.account_uuid = the_account AND the_levels -> 'deal' ->> 'see' = 'team')) OR (deals.shared_with <> '[]' AND EXISTS (SELECT FROM jsonb_array_elements(deals.shared_with) AS share
    WHERE share ->> 'user_uuid' = the_user::text OR share ->> 'team_uuid' IN (
      SELECT team_uuid::text FROM team_members WHERE user_uuid = the_user AND account_uuid = the_account))) OR EXISTS (SELECT FROM clients AS held_client WHERE held_client.uuid = deals.client_uuid AND ((held_client.owner_uuid IN (SELECT the_user UNION ALL SELECT mate.user_uuid
      FROM team_members AS own JOIN team_members AS mate USING (team_uuid)
      WHERE own.user_uuid = the_user AND own.account_uuid = the_account AND the_levels -> 'deal' ->> 'see' = 'team')) OR (held_client.shared_with <> '[]' AND EXISTS (SELECT FROM jsonb_array_elements(held_client.shared_with) AS share
    WHERE share ->> 'user_uuid' = the_user::text OR share ->> 'team_uuid' IN (
      SELECT team_uuid::text FROM team_members WHERE user_uuid = the_user AND account_uuid = the_account)))))) OR (the_ownerless IS DISTINCT FROM 'admins' AND NOT ((deals.owner_uuid IS NOT NULL) OR (deals.shared_with <> '[]' AND true) OR EXISTS (SELECT FROM clients AS held_client WHERE held_client.uuid = deals.client_uuid AND ((held_client.owner_uuid IS NOT NULL) OR (held_client.shared_with <> '[]' AND true))))))) WHEN 'task' THEN EXISTS (SELECT FROM tasks WHERE tasks.uuid = coalesce(leads_to(kept.account_uuid, kept.record_uuid), kept.record_uuid) AND ((tasks.assignee_uuid = the_user OR tasks.owner_uuid = the_user) OR EXISTS (SELECT FROM links WHERE links.account_uuid = tasks.account_uuid AND links.from_uuid = tasks.uuid AND links.to_resource = 'client' AND EXISTS (
      SELECT FROM clients AS subject WHERE subject.uuid = links.to_uuid AND (coalesce(the_levels -> 'client' ->> 'see', 'all') = 'all' OR ((subject.owner_uuid IN (SELECT the_user UNION ALL SELECT mate.user_uuid
      FROM team_members AS own JOIN team_members AS mate USING (team_uuid)
      WHERE own.user_uuid = the_user AND own.account_uuid = the_account AND the_levels -> 'client' ->> 'see' = 'team')) OR (subject.shared_with <> '[]' AND EXISTS (SELECT FROM jsonb_array_elements(subject.shared_with) AS share
    WHERE share ->> 'user_uuid' = the_user::text OR share ->> 'team_uuid' IN (
      SELECT team_uuid::text FROM team_members WHERE user_uuid = the_user AND account_uuid = the_account)))) OR (the_ownerless IS DISTINCT FROM 'admins' AND NOT ((subject.owner_uuid IS NOT NULL) OR (subject.shared_with <> '[]' AND true)))))) OR EXISTS (SELECT FROM links WHERE links.account_uuid = tasks.account_uuid AND links.from_uuid = tasks.uuid AND links.to_resource = 'contact' AND EXISTS (
      SELECT FROM contacts AS subject WHERE subject.uuid = links.to_uuid AND (coalesce(the_levels -> 'contact' ->> 'see', 'all') = 'all' OR ((subject.owner_uuid IN (SELECT the_user UNION ALL SELECT mate.user_uuid
      FROM team_members AS own JOIN team_members AS mate USING (team_uuid)
      WHERE own.user_uuid = the_user AND own.account_uuid = the_account AND the_levels -> 'contact' ->> 'see' = 'team')) OR (subject.shared_with <> '[]' AND EXISTS (SELECT FROM jsonb_array_elements(subject.shared_with) AS share
    WHERE share ->> 'user_uuid' = the_user::text OR share ->> 'team_uuid' IN (
      SELECT team_uuid::text FROM team_members WHERE user_uuid = the_user AND account_uuid = the_account))) OR EXISTS (SELECT FROM clients AS held_client JOIN links ON links.to_uuid = held_client.uuid
            WHERE links.account_uuid = subject.account_uuid AND links.from_uuid = subject.uuid
              AND ((held_client.owner_uuid IN (SELECT the_user UNION ALL SELECT mate.user_uuid
      FROM team_members AS own JOIN team_members AS mate USING (team_uuid)
      WHERE own.user_uuid = the_user AND own.account_uuid = the_account AND the_levels -> 'contact' ->> 'see' = 'team')) OR (held_client.shared_with <> '[]' AND EXISTS (SELECT FROM jsonb_array_elements(held_client.shared_with) AS share
    WHERE share ->> 'user_uuid' = the_user::text OR share ->> 'team_uuid' IN (
      SELECT team_uuid::text FROM team_members WHERE user_uuid = the_user AND account_uuid = the_account)))))) OR (the_ownerless IS DISTINCT FROM 'admins' AND NOT ((subject.owner_uuid IS NOT NULL) OR (subject.shared_with <> '[]' AND true) OR EXISTS (SELECT FROM clients AS held_client JOIN links ON links.to_uuid = held_client.uuid
            WHERE links.account_uuid = subject.account_uuid AND links.from_uuid = subject.uuid
              AND ((held_client.owner_uuid IS NOT NULL) OR (held_client.shared_with <> '[]' AND true)))))))) OR EXISTS (SELECT FROM links WHERE links.account_uuid = tasks.account_uuid AND links.from_uuid = tasks.uuid AND links.to_resource = 'deal' AND EXISTS (
      SELECT FROM deals AS subject WHERE subject.uuid = links.to_uuid AND (coalesce(the_levels -> 'deal' ->> 'see', 'all') = 'all' OR ((subject.owner_uuid IN (SELECT the_user UNION ALL SELECT mate.user_uuid
      FROM team_members AS own JOIN team_members AS mate USING (team_uuid)
      WHERE own.user_uuid = the_user AND own.account_uuid = the_account AND the_levels -> 'deal' ->> 'see' = 'team')) OR (subject.shared_with <> '[]' AND EXISTS (SELECT FROM jsonb_array_elements(subject.shared_with) AS share
    WHERE share ->> 'user_uuid' = the_user::text OR share ->> 'team_uuid' IN (
      SELECT team_uuid::text FROM team_members WHERE user_uuid = the_user AND account_uuid = the_account))) OR EXISTS (SELECT FROM clients AS held_client WHERE held_client.uuid = subject.client_uuid AND ((held_client.owner_uuid IN (SELECT the_user UNION ALL SELECT mate.user_uuid
      FROM team_members AS own JOIN team_members AS mate USING (team_uuid)
      WHERE own.user_uuid = the_user AND own.account_uuid = the_account AND the_levels -> 'deal' ->> 'see' = 'team')) OR (held_client.shared_with <> '[]' AND EXISTS (SELECT FROM jsonb_array_elements(held_client.shared_with) AS share
    WHERE share ->> 'user_uuid' = the_user::text OR share ->> 'team_uuid' IN (
      SELECT team_uuid::text FROM team_members WHERE user_uuid = the_user AND account_uuid = the_account)))))) OR (the_ownerless IS DISTINCT FROM 'admins' AND NOT ((subject.owner_uuid IS NOT NULL) OR (subject.shared_with <> '[]' AND true) OR EXISTS (SELECT FROM clients AS held_client WHERE held_client.uuid = subject.client_uuid AND ((held_client.owner_uuid IS NOT NULL) OR (held_client.shared_with <> '[]' AND true)))))))) OR (NOT (tasks.assignee_uuid IS NOT NULL OR tasks.owner_uuid IS NOT NULL) AND NOT EXISTS (SELECT FROM links WHERE links.account_uuid = tasks.account_uuid AND links.from_uuid = tasks.uuid)))) WHEN 'note' THEN EXISTS (SELECT FROM notes WHERE notes.uuid = coalesce(leads_to(kept.account_uuid, kept.record_uuid), kept.record_uuid) AND ((notes.owner_uuid = the_user) OR EXISTS (SELECT FROM links WHERE links.account_uuid = notes.account_uuid AND links.from_uuid = notes.uuid AND links.to_resource = 'client' AND EXISTS (
      SELECT FROM clients AS subject WHERE subject.uuid = links.to_uuid AND (coalesce(the_levels -> 'client' ->> 'see', 'all') = 'all' OR ((subject.owner_uuid IN (SELECT the_user UNION ALL SELECT mate.user_uuid
      FROM team_members AS own JOIN team_members AS mate USING (team_uuid)
      WHERE own.user_uuid = the_user AND own.account_uuid = the_account AND the_levels -> 'client' ->> 'see' = 'team')) OR (subject.shared_with <> '[]' AND EXISTS (SELECT FROM jsonb_array_elements(subject.shared_with) AS share
    WHERE share ->> 'user_uuid' = the_user::text OR share ->> 'team_uuid' IN (
      SELECT team_uuid::text FROM team_members WHERE user_uuid = the_user AND account_uuid = the_account)))) OR (the_ownerless IS DISTINCT FROM 'admins' AND NOT ((subject.owner_uuid IS NOT NULL) OR (subject.shared_with <> '[]' AND true)))))) OR EXISTS (SELECT FROM links WHERE links.account_uuid = notes.account_uuid AND links.from_uuid = notes.uuid AND links.to_resource = 'contact' AND EXISTS (
      SELECT FROM contacts AS subject WHERE subject.uuid = links.to_uuid AND (coalesce(the_levels -> 'contact' ->> 'see', 'all') = 'all' OR ((subject.owner_uuid IN (SELECT the_user UNION ALL SELECT mate.user_uuid
      FROM team_members AS own JOIN team_members AS mate USING (team_uuid)
      WHERE own.user_uuid = the_user AND own.account_uuid = the_account AND the_levels -> 'contact' ->> 'see' = 'team')) OR (subject.shared_with <> '[]' AND EXISTS (SELECT FROM jsonb_array_elements(subject.shared_with) AS share
    WHERE share ->> 'user_uuid' = the_user::text OR share ->> 'team_uuid' IN (
      SELECT team_uuid::text FROM team_members WHERE user_uuid = the_user AND account_uuid = the_account))) OR EXISTS (SELECT FROM clients AS held_client JOIN links ON links.to_uuid = held_client.uuid
            WHERE links.account_uuid = subject.account_uuid AND links.from_uuid = subject.uuid
              AND ((held_client.owner_uuid IN (SELECT the_user UNION ALL SELECT mate.user_uuid
      FROM team_members AS own JOIN team_members AS mate USING (team_uuid)
      WHERE own.user_uuid = the_user AND own.account_uuid = the_account AND the_levels -> 'contact' ->> 'see' = 'team')) OR (held_client.shared_with <> '[]' AND EXISTS (SELECT FROM jsonb_array_elements(held_client.shared_with) AS share
    WHERE share ->> 'user_uuid' = the_user::text OR share ->> 'team_uuid' IN (
      SELECT team_uuid::text FROM team_members WHERE user_uuid = the_user AND account_uuid = the_account)))))) OR (the_ownerless IS DISTINCT FROM 'admins' AND NOT ((subject.owner_uuid IS NOT NULL) OR (subject.shared_with <> '[]' AND true) OR EXISTS (SELECT FROM clients AS held_client JOIN links ON links.to_uuid = held_client.uuid
            WHERE links.account_uuid = subject.account_uuid AND links.from_uuid = subject.uuid
              AND ((held_client.owner_uuid IS NOT NULL) OR (held_client.shared_with <> '[]' AND true)))))))) OR EXISTS (SELECT FROM links WHERE links.account_uuid = notes.account_uuid AND links.from_uuid = notes.uuid AND links.to_resource = 'deal' AND EXISTS (
      SELECT FROM deals AS subject WHERE subject.uuid = links.to_uuid AND (coalesce(the_levels -> 'deal' ->> 'see', 'all') = 'all' OR ((subject.owner_uuid IN (SELECT the_user UNION ALL SELECT mate.user_uuid
      FROM team_members AS own JOIN team_members AS mate USING (team_uuid)
      WHERE own.user_uuid = the_user AND own.account_uuid = the_account AND the_levels -> 'deal' ->> 'see' = 'team')) OR (subject.shared_with <> '[]' AND EXISTS (SELECT FROM jsonb_array_elements(subject.shared_with) AS share
    WHERE share ->> 'user_uuid' = the_user::text OR share ->> 'team_uuid' IN (
      SELECT team_uuid::text FROM team_members WHERE user_uuid = the_user AND account_uuid = the_account))) OR EXISTS (SELECT FROM clients AS held_client WHERE held_client.uuid = subject.client_uuid AND ((held_client.owner_uuid IN (SELECT the_user UNION ALL SELECT mate.user_uuid
      FROM team_members AS own JOIN team_members AS mate USING (team_uuid)
      WHERE own.user_uuid = the_user AND own.account_uuid = the_account AND the_levels -> 'deal' ->> 'see' = 'team')) OR (held_client.shared_with <> '[]' AND EXISTS (SELECT FROM jsonb_array_elements(held_client.shared_with) AS share
    WHERE share ->> 'user_uuid' = the_user::text OR share ->> 'team_uuid' IN (
      SELECT team_uuid::text FROM team_members WHERE user_uuid = the_user AND account_uuid = the_account)))))) OR (the_ownerless IS DISTINCT FROM 'admins' AND NOT ((subject.owner_uuid IS NOT NULL) OR (subject.shared_with <> '[]' AND true) OR EXISTS (SELECT FROM clients AS held_client WHERE held_client.uuid = subject.client_uuid AND ((held_client.owner_uuid IS NOT NULL) OR (held_client.shared_with <> '[]' AND true)))))))) OR (NOT (notes.owner_uuid IS NOT NULL) AND NOT EXISTS (SELECT FROM links WHERE links.account_uuid = notes.account_uuid AND links.from_uuid = notes.uuid)))) ELSE true END));
    ELSE RETURN false;
  END CASE;
END
$hidden_from$;
