-- Made from server/migrations by "npm run schema". To change the schema, add a migration.

CREATE OR REPLACE FUNCTION public.begin_account(new_account uuid, moment timestamp with time zone)
 RETURNS void
 LANGUAGE sql
BEGIN ATOMIC
 WITH place AS (
          INSERT INTO records (account_uuid, uuid, resource)
           VALUES (begin_account.new_account, new_uuid(begin_account.moment), 'pipeline'::text)
           RETURNING records.account_uuid,
             records.uuid
         ), pipeline AS (
          INSERT INTO pipelines (uuid, account_uuid, version, name, "position", tags, custom, created_at, updated_at)  SELECT place.uuid,
                     place.account_uuid,
                     1,
                     'Sales',
                     1,
                     '{}',
                     '{}',
                     begin_account.moment AS moment,
                     begin_account.moment AS moment
                    FROM place
           RETURNING pipelines.account_uuid,
             pipelines.uuid
         )
  INSERT INTO stages (account_uuid, uuid, pipeline_uuid, "position", name, probability, rot_days)  SELECT pipeline.account_uuid,
             new_uuid(begin_account.moment) AS new_uuid,
             pipeline.uuid,
             stage.place,
             stage.name,
             stage.probability,
             30
            FROM pipeline,
             ( VALUES (0,'Lead'::text,10), (1,'Contacted'::text,20), (2,'Offer'::text,50), (3,'Negotiation'::text,75)) stage(place, name, probability);
END;

CREATE OR REPLACE FUNCTION public.begin_views(new_account uuid, moment timestamp with time zone)
 RETURNS void
 LANGUAGE sql
BEGIN ATOMIC
 INSERT INTO views (uuid, account_uuid, resource, name, shared, query, layout, version, created_at, updated_at)  SELECT new_uuid((begin_views.moment + ((start.place)::double precision * 'PT0.001S'::interval))) AS new_uuid,
             begin_views.new_account AS new_account,
             start.resource,
             start.name,
             true,
             start.query,
             'table',
             1,
             begin_views.moment AS moment,
             begin_views.moment AS moment
            FROM ( VALUES (1,'client'::text,'Not contacted for 90 days'::text,'filter%5Blast_activity_at%5D%5Bnot_since%5D=today-90d&sort=last_activity_at'::text), (2,'client'::text,'Recently changed'::text,'filter%5Bupdated_at%5D%5Bgte%5D=today-7d&sort=-updated_at'::text), (3,'deal'::text,'My open deals'::text,'filter%5Bstatus%5D=open&filter%5Bowner_uuid%5D=me&sort=-amount'::text), (4,'deal'::text,'Closing this month'::text,'filter%5Bstatus%5D=open&filter%5Bexpected_close_on%5D%5Bgte%5D=month&filter%5Bexpected_close_on%5D%5Blt%5D=month%2B1&sort=expected_close_on'::text), (5,'deal'::text,'No next step'::text,'filter%5Bstatus%5D=open&filter%5Bnext_task_due_on%5D%5Bis_null%5D=true&sort=stage_entered_at'::text)) start(place, resource, name, query);
END;

CREATE OR REPLACE FUNCTION public.folded(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (octet_length(value) = char_length(value)) THEN (lower((value COLLATE "C")) COLLATE "C") ELSE (folded_letters(value) COLLATE "C") END;

CREATE OR REPLACE FUNCTION public.folded_letters(value text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
DECLARE
  marks CONSTANT text := '[\u00ad\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u1ab0-\u1aff\u1dc0-\u1dff\u200b-\u200f\u202a-\u202e\u2060-\u206f\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f\ufeff]+';
  letters text := lower(regexp_replace(normalize(regexp_replace(value, marks, '', 'g'), NFKD), marks, '', 'g') COLLATE "und-x-icu");
BEGIN
  IF letters ~ '[øłđðıħŧŋƀƶǥɖɓɗƙɛɔəɨʉς’‘ʼʻ‛′‐‒–—―−]' THEN
    letters := translate(letters, 'øłđðıħŧŋƀƶǥɖɓɗƙɛɔəɨʉς’‘ʼʻ‛′‐‒–—―−', 'olddihtnbzgdbdkeoeiuσ''''''''''''------');
  END IF;
  IF letters ~ '[ßæœþ]' THEN
    letters := replace(replace(replace(replace(letters, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');
  END IF;
  RETURN normalize(letters, NFC);
END $function$;

CREATE OR REPLACE FUNCTION public.hidden_from(the_user uuid, the_account uuid, the_record uuid, the_resource text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.inner_words(name text, emails jsonb, phones jsonb)
 RETURNS tsvector
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
DECLARE
  word text;
  numbers text[];
  found text := '';
BEGIN
  -- What has digits is a code, and not composed of words. Scripts without blanks have pairs of
  -- characters, by search_words.
  FOREACH word IN ARRAY string_to_array(regexp_replace(folded(name), '[\x01-\x1f\x7f!"#$%()*,:;<=>?[\\\]^`{|}~\u0080-\u00bf\u00d7\u00f7\u055a-\u055f\u0589\u058a\u05be\u05c0\u05c3\u05c6\u05f3\u05f4\u060c\u061b\u061f\u066a-\u066d\u06d4\u0964\u0965\u0f0b-\u0f14\u104a-\u104f\u1680\u2000-\u206f\u20a0-\u20cf\u2100-\u2bff\u2e00-\u2e7f\u3000-\u3004\u3008-\u3020\u3030\u303d\u30a0\u30fb\ufffc-\uffff\u1100-\u11ff\u3005-\u3007\u3021-\u302f\u3031-\u303c\u3041-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3105-\u312f\u31a0-\u31bf\u31f0-\u31ff\u3400-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\U00020000-\U0003ffff0-9''@._+/&-]+', ' ', 'g'), ' ') LOOP
    FOR at IN 2 .. length(word) - 2 LOOP
      found := found || ' ~' || substr(word, at, 3);
    END LOOP;
  END LOOP;
  FOR place IN 0 .. jsonb_array_length(emails) - 1 LOOP
    word := split_part(folded(emails -> place ->> 'value'), '@', -1);
    WHILE strpos(word, '.') > 0 LOOP
      found := found || ' ' || left(word, 100);
      word := substr(word, strpos(word, '.') + 1);
    END LOOP;
  END LOOP;
  FOR place IN 0 .. jsonb_array_length(phones) - 1 LOOP
    numbers := phone_numbers(phones -> place);
    word := numbers[cardinality(numbers)];
    CONTINUE WHEN word IS NULL;
    found := found || ' ' || array_to_string(numbers, ' ');
    FOR at IN 2 .. length(word) - 3 LOOP
      found := found || ' ~' || substr(word, at, 4);
    END LOOP;
  END LOOP;
  RETURN array_to_tsvector(array_remove(string_to_array(found, ' '), ''));
END $function$;

CREATE OR REPLACE FUNCTION public.iso(moment timestamp with time zone)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN to_char((moment AT TIME ZONE 'UTC'::text), 'YYYY-MM-DD"T"HH24:MI:SS.MS"+00:00"'::text);

CREATE OR REPLACE FUNCTION public.join_change(the_account uuid, the_change uuid)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF pg_try_advisory_xact_lock_shared(hashtextextended('undo of ' || the_change || ' in ' || the_account, 0)) THEN
    IF NOT EXISTS (SELECT FROM undos WHERE account_uuid = the_account AND change_uuid = the_change AND in_effect) THEN
      RETURN;
    END IF;
  END IF;
  RAISE EXCEPTION 'the change % is taken back', the_change USING ERRCODE = 'RP001';
END $function$;

CREATE OR REPLACE FUNCTION public.keep_deal_states()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
END $function$;

CREATE OR REPLACE FUNCTION public.keep_file_leavings()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO file_leavings (account_uuid, content_uuid, created_at)
  VALUES (OLD.account_uuid, OLD.uuid, now()) ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$function$;

CREATE OR REPLACE FUNCTION public.keep_new_points()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO points (account_uuid, point, record_uuid, resource)
  SELECT account_uuid, point, uuid, TG_ARGV[0] FROM new_rows CROSS JOIN LATERAL points_of(emails, phones) AS point
  WHERE deleted_at IS NULL AND (emails <> '[]' OR phones <> '[]')
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.keep_points()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    DELETE FROM points WHERE account_uuid = OLD.account_uuid AND record_uuid = OLD.uuid
      AND point = ANY(ARRAY(SELECT points_of(OLD.emails, OLD.phones)));
  END IF;
  IF NEW.deleted_at IS NULL THEN
    INSERT INTO points (account_uuid, point, record_uuid, resource)
    SELECT NEW.account_uuid, point, NEW.uuid, TG_ARGV[0] FROM points_of(NEW.emails, NEW.phones) AS point
    ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.leads_to(account uuid, merged uuid)
 RETURNS uuid
 LANGUAGE sql
 STABLE PARALLEL SAFE
BEGIN ATOMIC
 WITH RECURSIVE way AS (
          SELECT merges.into_uuid,
             1 AS step
            FROM merges
           WHERE ((merges.account_uuid = leads_to.account) AND (merges.from_uuid = leads_to.merged))
         UNION ALL
          SELECT merges.into_uuid,
             (way_1.step + 1)
            FROM (way way_1
              JOIN merges ON (((merges.account_uuid = leads_to.account) AND (merges.from_uuid = way_1.into_uuid))))
         )
  SELECT way.into_uuid
    FROM way
   ORDER BY way.step DESC
  LIMIT 1;
END;

CREATE OR REPLACE FUNCTION public.marked_words(mark text, words tsvector)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT coalesce(array_agg(right(mark, 8) || word), '{}') FROM unnest(tsvector_to_array(words)) AS word
  WHERE mark IS NOT NULL
$function$;

CREATE OR REPLACE FUNCTION public.name_beginning(new_account uuid, language text)
 RETURNS void
 LANGUAGE sql
BEGIN ATOMIC
 UPDATE pipelines SET name = 'Vertrieb'::text
   WHERE ((pipelines.account_uuid = name_beginning.new_account) AND (name_beginning.language = 'de'::text) AND (pipelines.name = 'Sales'::text));
 UPDATE stages SET name = said.german
    FROM ( VALUES ('Lead'::text,'Lead'::text), ('Contacted'::text,'Kontaktiert'::text), ('Offer'::text,'Angebot'::text), ('Negotiation'::text,'Verhandlung'::text)) said(english, german)
   WHERE ((stages.account_uuid = name_beginning.new_account) AND (name_beginning.language = 'de'::text) AND (stages.name = said.english));
 UPDATE views SET name = said.german
    FROM ( VALUES ('Not contacted for 90 days'::text,'Seit 90 Tagen ohne Aktivität'::text), ('Recently changed'::text,'Zuletzt geändert'::text), ('My open deals'::text,'Meine offenen Verkaufschancen'::text), ('Closing this month'::text,'Abschluss diesen Monat'::text), ('No next step'::text,'Ohne nächsten Schritt'::text)) said(english, german)
   WHERE ((views.account_uuid = name_beginning.new_account) AND (name_beginning.language = 'de'::text) AND (views.name = said.english));
END;

CREATE OR REPLACE FUNCTION public.narrow_of(the_user uuid, the_account uuid, the_levels jsonb, the_ownerless jsonb)
 RETURNS json
 LANGUAGE plpgsql
 STABLE
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.new_uuid(moment timestamp with time zone)
 RETURNS uuid
 LANGUAGE sql
 PARALLEL SAFE
RETURN (encode(set_bit(set_bit(OVERLAY(uuid_send(gen_random_uuid()) PLACING SUBSTRING(int8send((floor((EXTRACT(epoch FROM moment) * (1000)::numeric)))::bigint) FROM 3) FROM 1 FOR 6), (52)::bigint, 1), (53)::bigint, 1), 'hex'::text))::uuid;

CREATE OR REPLACE FUNCTION public.note_new_points()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO mail_new_points (account_uuid, point)
  SELECT account_uuid, point FROM added
  WHERE point LIKE '%@%' AND EXISTS (SELECT FROM mailboxes WHERE mailboxes.account_uuid = added.account_uuid);
  IF FOUND THEN
    INSERT INTO jobs (uuid, type, step, due_at, created_at, updated_at)
    VALUES (new_uuid(now()), 'find_past_mails', '{}', now(), now(), now());
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.numbered(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (folded(value) ~ '[0-9]'::text) THEN (with_numbers(folded(value)) COLLATE "C") ELSE folded(value) END;

CREATE OR REPLACE FUNCTION public.phone_numbers(phone jsonb)
 RETURNS text[]
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
DECLARE
  e164 text := phone ->> 'e164';
  written text;
  digits text;
BEGIN
  IF e164 IS NOT NULL THEN
    digits := substr(e164, 2);
  ELSE
    -- Up to the first letter, because an extension is no part of the number.
    written := replace(substring(phone ->> 'value' FROM '^[^A-Za-z]*'), '(0)', '');
    digits := ltrim(left(regexp_replace(written, '[^0-9]', '', 'g'), 40), '0');
    IF length(digits) < 4 THEN RETURN '{}'; END IF;
    IF written !~ '^\s*(\+|00)' THEN RETURN ARRAY[digits]; END IF;
  END IF;
  RETURN ARRAY[digits, regexp_replace(digits, '^(1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|(2[1-689]|3[578]|42|50|59|6[789]|8[0357-9]|9[679])[0-9])', '')];
END $function$;

CREATE OR REPLACE FUNCTION public.points_of(emails jsonb, phones jsonb)
 RETURNS SETOF text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
BEGIN ATOMIC
 SELECT folded((one.value ->> 'value'::text)) AS folded
    FROM jsonb_array_elements(points_of.emails) one(value)
 UNION ALL
  SELECT (one.value ->> 'e164'::text)
    FROM jsonb_array_elements(points_of.phones) one(value)
   WHERE (one.value ? 'e164'::text);
END;

CREATE OR REPLACE FUNCTION public.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END $function$;

CREATE OR REPLACE FUNCTION public.remove_points()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  DELETE FROM points WHERE account_uuid = OLD.account_uuid AND record_uuid = OLD.uuid
    AND point = ANY(ARRAY(SELECT points_of(OLD.emails, OLD.phones)));
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.search_clients()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  NEW.search := search_words(NEW.name || ' ' || coalesce(NEW.first_name, '') || ' ' || coalesce(NEW.last_name, '') || ' ' || coalesce(NEW.domain, '') || ' ' || coalesce(NEW.industry, '') || ' ' || coalesce(NEW.source, '')
    || ' ' || coalesce(NEW.external_id, '') || ' ' || coalesce(NEW.tax_number, '') || ' ' || words(NEW.tags) || ' ' || coalesce(NEW.description, ''),
    NEW.emails || NEW.phones || NEW.addresses || NEW.custom) || inner_words(NEW.name, NEW.emails, NEW.phones);
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.search_contacts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  NEW.search := search_words(NEW.name || ' ' || coalesce(NEW.first_name, '') || ' ' || coalesce(NEW.last_name, '') || ' ' || coalesce(NEW.job_title, '')
    || ' ' || coalesce(NEW.external_id, '') || ' ' || words(NEW.tags) || ' ' || coalesce(NEW.description, ''),
    NEW.emails || NEW.phones || NEW.addresses || NEW.custom) || inner_words(NEW.name, NEW.emails, NEW.phones);
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.search_deals()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  NEW.search := search_words(NEW.title || ' ' || coalesce(NEW.source, '') || ' ' || coalesce(NEW.external_id, '') || ' ' || words(NEW.tags) || ' ' || coalesce(NEW.description, ''),
    NEW.custom) || inner_words(NEW.title, '[]', '[]');
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.search_notes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  NEW.search := search_words(NEW.body || ' ' || coalesce(NEW.external_id, '') || ' ' || words(NEW.tags),
    NEW.custom);
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.search_tasks()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  NEW.search := search_words(NEW.title || ' ' || coalesce(NEW.body, '') || ' ' || coalesce(NEW.outcome, '') || ' ' || coalesce(NEW.external_id, '') || ' ' || words(NEW.tags),
    NEW.custom) || inner_words(NEW.title, '[]', '[]');
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.search_words(written text, details jsonb)
 RETURNS tsvector
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
DECLARE
  found text := replace(jsonb_path_query_array(details, 'strict $.** ? (@.type() == "string" || @.type() == "number")')::text, '", "', ' ');
  wholes text;
  parts text;
BEGIN
  -- The n of a line break, written \n, would begin the next word.
  IF strpos(found, '\') > 0 THEN found := regexp_replace(found, '\\(u[0-9a-f]{4}|.)', ' ', 'g'); END IF;
  found := written || ' ' || found;
  wholes := regexp_replace(left(folded(found), 200000), '[\x01-\x1f\x7f!"#$%()*,:;<=>?[\\\]^`{|}~\u0080-\u00bf\u00d7\u00f7\u055a-\u055f\u0589\u058a\u05be\u05c0\u05c3\u05c6\u05f3\u05f4\u060c\u061b\u061f\u066a-\u066d\u06d4\u0964\u0965\u0f0b-\u0f14\u104a-\u104f\u1680\u2000-\u206f\u20a0-\u20cf\u2100-\u2bff\u2e00-\u2e7f\u3000-\u3004\u3008-\u3020\u3030\u303d\u30a0\u30fb\ufffc-\uffff]+', ' ', 'g');
  -- Pairs of characters of scripts without blanks: first from the first character on, then from the second on.
  IF wholes ~ '[\u1100-\u11ff\u3005-\u3007\u3021-\u302f\u3031-\u303c\u3041-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3105-\u312f\u31a0-\u31bf\u31f0-\u31ff\u3400-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\U00020000-\U0003ffff]' THEN
    wholes := regexp_replace(wholes, '([\u1100-\u11ff\u3005-\u3007\u3021-\u302f\u3031-\u303c\u3041-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3105-\u312f\u31a0-\u31bf\u31f0-\u31ff\u3400-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\U00020000-\U0003ffff]{1,2})', ' \1 ', 'g') || ' ' || regexp_replace(
      regexp_replace(wholes, '(^|[^\u1100-\u11ff\u3005-\u3007\u3021-\u302f\u3031-\u303c\u3041-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3105-\u312f\u31a0-\u31bf\u31f0-\u31ff\u3400-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\U00020000-\U0003ffff])([\u1100-\u11ff\u3005-\u3007\u3021-\u302f\u3031-\u303c\u3041-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3105-\u312f\u31a0-\u31bf\u31f0-\u31ff\u3400-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\U00020000-\U0003ffff])', '\1 \2 ', 'g'), '([\u1100-\u11ff\u3005-\u3007\u3021-\u302f\u3031-\u303c\u3041-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3105-\u312f\u31a0-\u31bf\u31f0-\u31ff\u3400-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\U00020000-\U0003ffff]{1,2})', ' \1 ', 'g');
  END IF;
  parts := regexp_replace(wholes, '[''@._+/&-]+', ' ', 'g');
  -- What stands before or after a word would make a second one of it: +44 beside 44, inc. beside inc.
  wholes := replace(replace(replace(' ' || wholes || ' ', '''', ''), ' +', ' '), '. ', ' ');
  -- A word has at most 2046 bytes.
  IF octet_length(wholes) > 2000 THEN
    wholes := regexp_replace(wholes, '([^ ]{100})[^ ]+', '\1', 'g');
    parts := regexp_replace(parts, '([^ ]{100})[^ ]+', '\1', 'g');
  END IF;
  RETURN array_to_tsvector(array_remove(string_to_array(wholes, ' ') || string_to_array(parts, ' '), ''));
END $function$;

CREATE OR REPLACE FUNCTION public.spelled_tags(account uuid, given text[])
 RETURNS TABLE(one text, name text)
 LANGUAGE plpgsql
AS $function$
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
END $function$;

CREATE OR REPLACE FUNCTION public.with_numbers(value text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
DECLARE
  shape text := translate(value, '123456789', '000000000');
  written text := '';
  rest text;
  digits text;
  at integer;
BEGIN
  LOOP
    at := strpos(shape, '0');
    EXIT WHEN at = 0;
    written := written || left(value, at - 1);
    rest := ltrim(substr(value, at), '0123456789');
    digits := ltrim(substr(value, at, length(value) - length(rest) - at + 1), '0');
    written := written || lpad(least(length(digits), 99)::text, 2, '0') || digits;
    value := rest;
    shape := right(shape, length(rest));
  END LOOP;
  RETURN written || value;
END $function$;

CREATE OR REPLACE FUNCTION public.words(list text[])
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN array_to_string(list, ' '::text);

CREATE OR REPLACE FUNCTION public.write_mail_words(changed uuid[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO mail_words (mail_uuid, account_uuid, search)
  SELECT mails.uuid, mails.account_uuid, array_to_tsvector(
    marked_words(holder_uuid::text, every_word) || marked_words(CASE visibility WHEN 'full' THEN mails.account_uuid::text END, every_word)
      || marked_words(CASE visibility WHEN 'subject' THEN mails.account_uuid::text END, subject_words))
  FROM mails CROSS JOIN LATERAL (
    SELECT left(string_agg(name || ' ' || address, ' ' ORDER BY "position"), 5000) AS names
    FROM mail_people WHERE mail_uuid = mails.uuid
  ) AS people CROSS JOIN LATERAL (
    SELECT search_words(subject, '[]') || inner_words(subject, '[]', '[]') AS subject_words
  ) AS about CROSS JOIN LATERAL (
    SELECT subject_words || search_words(coalesce(names, '') || ' ' || left(text, 16000), '[]') AS every_word
  ) AS whole
  WHERE mails.uuid = ANY(changed)
  ON CONFLICT (mail_uuid) DO UPDATE SET search = excluded.search;
END $function$;

CREATE OR REPLACE FUNCTION public.write_words_of_changed_mail()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM write_mail_words(ARRAY[NEW.uuid]);
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.write_words_of_new_mails()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM write_mail_words(ARRAY(SELECT DISTINCT mail_uuid FROM added));
  RETURN NULL;
END $function$;

CREATE TABLE accounts (
  uuid uuid NOT NULL,
  name text NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  deleted_at timestamp(3) with time zone,
  requires_second_factor boolean DEFAULT false NOT NULL,
  currency text,
  country text,
  time_zone text,
  week_starts_on text DEFAULT 'monday'::text NOT NULL,
  imported_below uuid,
  access jsonb,
  mcp_enabled boolean DEFAULT true NOT NULL,
  CONSTRAINT accounts_pkey PRIMARY KEY (uuid)
);
CREATE INDEX accounts_deleted_at_idx ON public.accounts USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);

CREATE TABLE api_requests (
  uuid uuid NOT NULL,
  user_uuid uuid NOT NULL,
  token_uuid uuid,
  grant_uuid uuid,
  method text NOT NULL,
  path text NOT NULL,
  status integer NOT NULL,
  problem_code text,
  duration_ms integer NOT NULL,
  request_id text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT api_requests_pkey PRIMARY KEY (uuid)
);
CREATE INDEX api_requests_user_uuid_idx ON public.api_requests USING btree (user_uuid, created_at, uuid);

CREATE TABLE audit_log (
  uuid uuid NOT NULL,
  action text NOT NULL,
  actor_type text NOT NULL,
  actor_uuid uuid,
  actor_name text NOT NULL,
  user_uuid uuid,
  oauth_client_uuid uuid,
  account_uuid uuid,
  address text,
  request_id text NOT NULL,
  details jsonb NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT audit_log_pkey PRIMARY KEY (uuid)
);
CREATE INDEX audit_log_account_uuid_idx ON public.audit_log USING btree (account_uuid, uuid) WHERE (account_uuid IS NOT NULL);
CREATE INDEX audit_log_former_members_idx ON public.audit_log USING btree (account_uuid) WHERE (action = 'login.deleted'::text);
CREATE INDEX audit_log_user_uuid_idx ON public.audit_log USING btree (user_uuid, uuid) WHERE (user_uuid IS NOT NULL);
CREATE TRIGGER audit_log_is_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE begun_changes (
  account_uuid uuid NOT NULL,
  uuid uuid NOT NULL,
  source text NOT NULL,
  actor json NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT begun_changes_pkey PRIMARY KEY (account_uuid, uuid),
  CONSTRAINT begun_changes_account_uuid_fkey FOREIGN KEY (account_uuid) REFERENCES accounts(uuid) ON DELETE CASCADE
);

CREATE TABLE browser_sessions (
  uuid uuid NOT NULL,
  user_uuid uuid NOT NULL,
  cookie_hash bytea NOT NULL,
  address text NOT NULL,
  user_agent text,
  expires_at timestamp(3) with time zone NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  last_used_at timestamp(3) with time zone,
  confirmed_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT browser_sessions_pkey PRIMARY KEY (uuid),
  CONSTRAINT browser_sessions_cookie_hash_key UNIQUE (cookie_hash),
  CONSTRAINT browser_sessions_user_uuid_fkey FOREIGN KEY (user_uuid) REFERENCES users(uuid) ON DELETE CASCADE
);
CREATE INDEX browser_sessions_expires_at_idx ON public.browser_sessions USING btree (expires_at);
CREATE INDEX browser_sessions_user_uuid_idx ON public.browser_sessions USING btree (user_uuid);

CREATE TABLE bulk_portions (
  job_uuid uuid NOT NULL,
  "position" integer NOT NULL,
  records jsonb NOT NULL,
  CONSTRAINT bulk_portions_pkey PRIMARY KEY (job_uuid, "position"),
  CONSTRAINT bulk_portions_job_uuid_fkey FOREIGN KEY (job_uuid) REFERENCES jobs(uuid) ON DELETE CASCADE
);

CREATE TABLE calendar_entries (
  feed_uuid uuid NOT NULL,
  record_uuid uuid NOT NULL,
  version integer NOT NULL,
  turns integer NOT NULL,
  starts_on date NOT NULL,
  starts_at timestamp(3) with time zone,
  gone_at timestamp(3) with time zone,
  CONSTRAINT calendar_entries_pkey PRIMARY KEY (feed_uuid, record_uuid),
  CONSTRAINT calendar_entries_feed_uuid_fkey FOREIGN KEY (feed_uuid) REFERENCES calendar_feeds(uuid) ON DELETE CASCADE
);

CREATE TABLE calendar_feeds (
  uuid uuid NOT NULL,
  user_uuid uuid NOT NULL,
  token_hash bytea NOT NULL,
  last_four text NOT NULL,
  expected_closes boolean NOT NULL,
  last_read_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT calendar_feeds_pkey PRIMARY KEY (uuid),
  CONSTRAINT calendar_feeds_token_hash_key UNIQUE (token_hash),
  CONSTRAINT calendar_feeds_user_uuid_key UNIQUE (user_uuid),
  CONSTRAINT calendar_feeds_user_uuid_fkey FOREIGN KEY (user_uuid) REFERENCES users(uuid) ON DELETE CASCADE
);

CREATE TABLE clients (
  uuid uuid NOT NULL,
  account_uuid uuid NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  kind text NOT NULL,
  name text NOT NULL,
  first_name text,
  last_name text,
  status text NOT NULL,
  emails jsonb NOT NULL,
  phones jsonb NOT NULL,
  website text,
  domain text,
  addresses jsonb NOT NULL,
  industry text,
  tax_number text,
  language text,
  currency text,
  tags text[] NOT NULL,
  owner_uuid uuid,
  external_id text,
  description text,
  custom jsonb NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  deleted_at timestamp(3) with time zone,
  search tsvector NOT NULL,
  last_activity_at timestamp(3) with time zone,
  next_task_due_on date,
  next_task_due_at timestamp with time zone,
  source_created_at timestamp(3) with time zone,
  source text,
  shared_with jsonb DEFAULT '[]'::jsonb NOT NULL,
  name_order text COLLATE "C" GENERATED ALWAYS AS (numbered(name)) STORED NOT NULL,
  CONSTRAINT clients_pkey PRIMARY KEY (uuid),
  CONSTRAINT clients_kind_check CHECK (kind = ANY (ARRAY['organisation'::text, 'person'::text])),
  CONSTRAINT clients_status_check CHECK (status = ANY (ARRAY['lead'::text, 'prospect'::text, 'active'::text, 'inactive'::text])),
  CONSTRAINT clients_account_uuid_uuid_fkey FOREIGN KEY (account_uuid, uuid) REFERENCES records(account_uuid, uuid) ON DELETE CASCADE,
  CONSTRAINT clients_owner_uuid_fkey FOREIGN KEY (owner_uuid) REFERENCES users(uuid)
);
CREATE INDEX clients_created_at_idx ON public.clients USING btree (account_uuid, created_at, uuid) INCLUDE (owner_uuid, source, source_created_at, deleted_at);
CREATE INDEX clients_deleted_at_idx ON public.clients USING btree (account_uuid, deleted_at, uuid) WHERE (deleted_at IS NOT NULL);
CREATE INDEX clients_deleted_of_idx ON public.clients USING btree (account_uuid, owner_uuid, uuid) WHERE (deleted_at IS NOT NULL);
CREATE INDEX clients_domain_idx ON public.clients USING btree (account_uuid, folded(COALESCE(domain, ''::text)), created_at, uuid) WHERE (deleted_at IS NULL);
CREATE INDEX clients_external_id_idx ON public.clients USING btree (account_uuid, COALESCE(external_id, ''::text), created_at, uuid) WHERE (deleted_at IS NULL);
CREATE UNIQUE INDEX clients_external_id_key ON public.clients USING btree (account_uuid, external_id) WHERE (deleted_at IS NULL);
CREATE INDEX clients_industry_idx ON public.clients USING btree (account_uuid, folded(COALESCE(industry, ''::text)), created_at, uuid) WHERE (deleted_at IS NULL);
CREATE INDEX clients_kind_idx ON public.clients USING btree (account_uuid, kind, created_at, uuid) WHERE (deleted_at IS NULL);
CREATE INDEX clients_last_activity_at_idx ON public.clients USING btree (account_uuid, COALESCE(last_activity_at, '-infinity'::timestamp with time zone), uuid) WHERE (deleted_at IS NULL);
CREATE INDEX clients_name_idx ON public.clients USING btree (account_uuid, folded(name), uuid) WHERE (deleted_at IS NULL);
CREATE INDEX clients_name_order_idx ON public.clients USING btree (account_uuid, name_order, uuid) WHERE (deleted_at IS NULL);
CREATE INDEX clients_next_task_due_on_idx ON public.clients USING btree (account_uuid, COALESCE(next_task_due_on, 'infinity'::date), uuid) WHERE (deleted_at IS NULL);
CREATE INDEX clients_owner_uuid_idx ON public.clients USING btree (account_uuid, owner_uuid, created_at, uuid) WHERE (deleted_at IS NULL);
CREATE INDEX clients_search_idx ON public.clients USING gin (search) WHERE (deleted_at IS NULL);
CREATE INDEX clients_shared_idx ON public.clients USING gin (shared_with jsonb_path_ops) WHERE (shared_with <> '[]'::jsonb);
CREATE INDEX clients_source_created_at_idx ON public.clients USING btree (account_uuid, source_created_at, uuid) WHERE ((deleted_at IS NULL) AND (source_created_at IS NOT NULL));
CREATE INDEX clients_status_idx ON public.clients USING btree (account_uuid, status, created_at, uuid) WHERE (deleted_at IS NULL);
CREATE INDEX clients_tags_idx ON public.clients USING gin (tags) WHERE (deleted_at IS NULL);
CREATE INDEX clients_updated_at_idx ON public.clients USING btree (account_uuid, updated_at, uuid) WHERE (deleted_at IS NULL);
CREATE TRIGGER clients_points_changed AFTER UPDATE ON clients FOR EACH ROW WHEN (old.emails IS DISTINCT FROM new.emails OR old.phones IS DISTINCT FROM new.phones OR (old.deleted_at IS NULL) <> (new.deleted_at IS NULL)) EXECUTE FUNCTION keep_points('client');
CREATE TRIGGER clients_points_gone AFTER DELETE ON clients FOR EACH ROW EXECUTE FUNCTION remove_points();
CREATE TRIGGER clients_points_new AFTER INSERT ON clients REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION keep_new_points('client');
CREATE TRIGGER clients_search_changed BEFORE UPDATE ON clients FOR EACH ROW WHEN (old.name IS DISTINCT FROM new.name OR old.first_name IS DISTINCT FROM new.first_name OR old.last_name IS DISTINCT FROM new.last_name OR old.domain IS DISTINCT FROM new.domain OR old.industry IS DISTINCT FROM new.industry OR old.source IS DISTINCT FROM new.source OR old.external_id IS DISTINCT FROM new.external_id OR old.tax_number IS DISTINCT FROM new.tax_number OR old.tags IS DISTINCT FROM new.tags OR old.description IS DISTINCT FROM new.description OR old.emails IS DISTINCT FROM new.emails OR old.phones IS DISTINCT FROM new.phones OR old.addresses IS DISTINCT FROM new.addresses OR old.custom IS DISTINCT FROM new.custom) EXECUTE FUNCTION search_clients();
CREATE TRIGGER clients_search_new BEFORE INSERT ON clients FOR EACH ROW EXECUTE FUNCTION search_clients();

CREATE TABLE contacts (
  uuid uuid NOT NULL,
  account_uuid uuid NOT NULL,
  version integer NOT NULL,
  first_name text,
  last_name text,
  name text NOT NULL,
  job_title text,
  emails jsonb NOT NULL,
  phones jsonb NOT NULL,
  addresses jsonb NOT NULL,
  language text,
  birthday_on date,
  do_not_contact boolean NOT NULL,
  tags text[] NOT NULL,
  owner_uuid uuid,
  external_id text,
  description text,
  custom jsonb NOT NULL,
  last_activity_at timestamp(3) with time zone,
  next_task_due_on date,
  created_at timestamp(3) with time zone NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  deleted_at timestamp(3) with time zone,
  search tsvector NOT NULL,
  next_task_due_at timestamp with time zone,
  source_created_at timestamp(3) with time zone,
  shared_with jsonb DEFAULT '[]'::jsonb NOT NULL,
  name_order text COLLATE "C" GENERATED ALWAYS AS (numbered(name)) STORED NOT NULL,
  CONSTRAINT contacts_pkey PRIMARY KEY (uuid),
  CONSTRAINT contacts_account_uuid_uuid_fkey FOREIGN KEY (account_uuid, uuid) REFERENCES records(account_uuid, uuid) ON DELETE CASCADE,
  CONSTRAINT contacts_owner_uuid_fkey FOREIGN KEY (owner_uuid) REFERENCES users(uuid)
);
CREATE INDEX contacts_created_at_idx ON public.contacts USING btree (account_uuid, created_at, uuid) WHERE (deleted_at IS NULL);
CREATE INDEX contacts_deleted_at_idx ON public.contacts USING btree (account_uuid, deleted_at, uuid) WHERE (deleted_at IS NOT NULL);
CREATE INDEX contacts_deleted_of_idx ON public.contacts USING btree (account_uuid, owner_uuid, uuid) WHERE (deleted_at IS NOT NULL);
CREATE INDEX contacts_external_id_idx ON public.contacts USING btree (account_uuid, COALESCE(external_id, ''::text), created_at, uuid) WHERE (deleted_at IS NULL);
CREATE UNIQUE INDEX contacts_external_id_key ON public.contacts USING btree (account_uuid, external_id) WHERE (deleted_at IS NULL);
CREATE INDEX contacts_last_activity_at_idx ON public.contacts USING btree (account_uuid, COALESCE(last_activity_at, '-infinity'::timestamp with time zone), uuid) WHERE (deleted_at IS NULL);
CREATE INDEX contacts_name_idx ON public.contacts USING btree (account_uuid, folded(name), uuid) WHERE (deleted_at IS NULL);
CREATE INDEX contacts_name_order_idx ON public.contacts USING btree (account_uuid, name_order, uuid) WHERE (deleted_at IS NULL);
CREATE INDEX contacts_next_task_due_on_idx ON public.contacts USING btree (account_uuid, COALESCE(next_task_due_on, 'infinity'::date), uuid) WHERE (deleted_at IS NULL);
CREATE INDEX contacts_owner_uuid_idx ON public.contacts USING btree (account_uuid, owner_uuid, created_at, uuid) WHERE (deleted_at IS NULL);
CREATE INDEX contacts_search_idx ON public.contacts USING gin (search) WHERE (deleted_at IS NULL);
CREATE INDEX contacts_shared_idx ON public.contacts USING gin (shared_with jsonb_path_ops) WHERE (shared_with <> '[]'::jsonb);
CREATE INDEX contacts_tags_idx ON public.contacts USING gin (tags) WHERE (deleted_at IS NULL);
CREATE INDEX contacts_updated_at_idx ON public.contacts USING btree (account_uuid, updated_at, uuid) WHERE (deleted_at IS NULL);
CREATE TRIGGER contacts_points_changed AFTER UPDATE ON contacts FOR EACH ROW WHEN (old.emails IS DISTINCT FROM new.emails OR old.phones IS DISTINCT FROM new.phones OR (old.deleted_at IS NULL) <> (new.deleted_at IS NULL)) EXECUTE FUNCTION keep_points('contact');
CREATE TRIGGER contacts_points_gone AFTER DELETE ON contacts FOR EACH ROW EXECUTE FUNCTION remove_points();
CREATE TRIGGER contacts_points_new AFTER INSERT ON contacts REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION keep_new_points('contact');
CREATE TRIGGER contacts_search_changed BEFORE UPDATE ON contacts FOR EACH ROW WHEN (old.name IS DISTINCT FROM new.name OR old.first_name IS DISTINCT FROM new.first_name OR old.last_name IS DISTINCT FROM new.last_name OR old.job_title IS DISTINCT FROM new.job_title OR old.external_id IS DISTINCT FROM new.external_id OR old.tags IS DISTINCT FROM new.tags OR old.description IS DISTINCT FROM new.description OR old.emails IS DISTINCT FROM new.emails OR old.phones IS DISTINCT FROM new.phones OR old.addresses IS DISTINCT FROM new.addresses OR old.custom IS DISTINCT FROM new.custom) EXECUTE FUNCTION search_contacts();
CREATE TRIGGER contacts_search_new BEFORE INSERT ON contacts FOR EACH ROW EXECUTE FUNCTION search_contacts();

CREATE TABLE copy_mark (
  only_row boolean DEFAULT true NOT NULL,
  made_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT copy_mark_pkey PRIMARY KEY (only_row),
  CONSTRAINT copy_mark_only_row_check CHECK (only_row)
);

CREATE TABLE custom_field_versions (
  field_uuid uuid NOT NULL,
  version integer NOT NULL,
  label text NOT NULL,
  type text NOT NULL,
  options jsonb NOT NULL,
  since timestamp(3) with time zone NOT NULL,
  CONSTRAINT custom_field_versions_pkey PRIMARY KEY (field_uuid, version),
  CONSTRAINT custom_field_versions_field_uuid_fkey FOREIGN KEY (field_uuid) REFERENCES custom_fields(uuid) ON DELETE CASCADE
);

CREATE TABLE custom_fields (
  uuid uuid NOT NULL,
  account_uuid uuid NOT NULL,
  resource text NOT NULL,
  key text NOT NULL,
  label text NOT NULL,
  help text,
  type text NOT NULL,
  options jsonb NOT NULL,
  required boolean NOT NULL,
  "unique" boolean NOT NULL,
  "position" integer NOT NULL,
  archived_at timestamp(3) with time zone,
  job_uuid uuid,
  version integer NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  group_name text,
  CONSTRAINT custom_fields_pkey PRIMARY KEY (uuid),
  CONSTRAINT custom_fields_key_key UNIQUE (account_uuid, resource, key),
  CONSTRAINT custom_fields_account_uuid_fkey FOREIGN KEY (account_uuid) REFERENCES accounts(uuid) ON DELETE CASCADE
);

CREATE TABLE custom_values (
  account_uuid uuid NOT NULL,
  record_uuid uuid NOT NULL,
  field_uuid uuid NOT NULL,
  place smallint NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  text_value text COLLATE "C",
  number_value numeric,
  date_value date,
  time_value timestamp(3) with time zone,
  currency text,
  unique_value text COLLATE "C",
  CONSTRAINT custom_values_pkey PRIMARY KEY (record_uuid, field_uuid, place),
  CONSTRAINT custom_values_account_uuid_record_uuid_fkey FOREIGN KEY (account_uuid, record_uuid) REFERENCES records(account_uuid, uuid) ON DELETE CASCADE
);
CREATE INDEX custom_values_date_idx ON public.custom_values USING btree (field_uuid, date_value, created_at, record_uuid) WHERE (date_value IS NOT NULL);
CREATE INDEX custom_values_number_idx ON public.custom_values USING btree (field_uuid, number_value, created_at, record_uuid) WHERE (number_value IS NOT NULL);
CREATE INDEX custom_values_text_idx ON public.custom_values USING btree (field_uuid, text_value, created_at, record_uuid) WHERE (text_value IS NOT NULL);
CREATE INDEX custom_values_time_idx ON public.custom_values USING btree (field_uuid, time_value, created_at, record_uuid) WHERE (time_value IS NOT NULL);
CREATE UNIQUE INDEX custom_values_unique_idx ON public.custom_values USING btree (field_uuid, unique_value) WHERE (unique_value IS NOT NULL);

CREATE TABLE deal_states (
  account_uuid uuid NOT NULL,
  deal_uuid uuid NOT NULL,
  "position" bigint NOT NULL,
  since timestamp(3) with time zone NOT NULL,
  until timestamp(3) with time zone NOT NULL,
  status text NOT NULL,
  pipeline_uuid uuid,
  stage_uuid uuid,
  stage_since timestamp(3) with time zone NOT NULL,
  owner_uuid uuid,
  amount numeric,
  currency text,
  probability integer,
  expected_close_on date,
  next_status text,
  next_stage_uuid uuid,
  CONSTRAINT deal_states_pkey PRIMARY KEY (account_uuid, deal_uuid, "position"),
  CONSTRAINT deal_states_account_uuid_deal_uuid_fkey FOREIGN KEY (account_uuid, deal_uuid) REFERENCES records(account_uuid, uuid) ON DELETE CASCADE
);
CREATE INDEX deal_states_last_idx ON public.deal_states USING btree (account_uuid, since) INCLUDE (deal_uuid, status, pipeline_uuid, stage_uuid, owner_uuid, amount, currency, expected_close_on) WHERE (until = 'infinity'::timestamp with time zone);
CREATE INDEX deal_states_since_idx ON public.deal_states USING btree (account_uuid, since);
CREATE INDEX deal_states_until_idx ON public.deal_states USING btree (account_uuid, until) INCLUDE (since, deal_uuid, status, pipeline_uuid, stage_uuid, stage_since, owner_uuid, amount, currency, probability, expected_close_on, next_status, next_stage_uuid);

CREATE TABLE deals (
  uuid uuid NOT NULL,
  account_uuid uuid NOT NULL,
  version integer NOT NULL,
  title text NOT NULL,
  client_uuid uuid,
  pipeline_uuid uuid,
  stage_uuid uuid,
  status text NOT NULL,
  amount numeric,
  currency text,
  expected_close_on date,
  probability integer,
  source text,
  lost_reason text,
  closed_at timestamp(3) with time zone,
  stage_entered_at timestamp(3) with time zone,
  tags text[] NOT NULL,
  owner_uuid uuid,
  external_id text,
  description text,
  custom jsonb NOT NULL,
  last_activity_at timestamp(3) with time zone,
  next_task_due_on date,
  created_at timestamp(3) with time zone NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  deleted_at timestamp(3) with time zone,
  search tsvector NOT NULL,
  next_task_due_at timestamp with time zone,
  source_created_at timestamp(3) with time zone,
  shared_with jsonb DEFAULT '[]'::jsonb NOT NULL,
  title_order text COLLATE "C" GENERATED ALWAYS AS (numbered(title)) STORED NOT NULL,
  CONSTRAINT deals_pkey PRIMARY KEY (uuid),
  CONSTRAINT deals_account_uuid_client_uuid_fkey FOREIGN KEY (account_uuid, client_uuid) REFERENCES records(account_uuid, uuid) ON DELETE SET NULL (client_uuid),
  CONSTRAINT deals_account_uuid_pipeline_uuid_fkey FOREIGN KEY (account_uuid, pipeline_uuid) REFERENCES records(account_uuid, uuid) ON DELETE SET NULL (pipeline_uuid),
  CONSTRAINT deals_account_uuid_stage_uuid_fkey FOREIGN KEY (account_uuid, stage_uuid) REFERENCES stages(account_uuid, uuid) ON DELETE SET NULL (stage_uuid),
  CONSTRAINT deals_account_uuid_uuid_fkey FOREIGN KEY (account_uuid, uuid) REFERENCES records(account_uuid, uuid) ON DELETE CASCADE,
  CONSTRAINT deals_owner_uuid_fkey FOREIGN KEY (owner_uuid) REFERENCES users(uuid)
);
CREATE INDEX deals_amount_idx ON public.deals USING btree (account_uuid, COALESCE(amount, '-Infinity'::numeric), uuid) WHERE (deleted_at IS NULL);
CREATE INDEX deals_board_idx ON public.deals USING btree (account_uuid, pipeline_uuid, stage_uuid, COALESCE(stage_entered_at, created_at), uuid) INCLUDE (amount, currency, probability, owner_uuid, expected_close_on) WHERE ((deleted_at IS NULL) AND (status = 'open'::text));
CREATE INDEX deals_calendar_idx ON public.deals USING btree (account_uuid, owner_uuid, expected_close_on, uuid) WHERE ((deleted_at IS NULL) AND (status = 'open'::text) AND (expected_close_on IS NOT NULL));
CREATE INDEX deals_client_uuid_idx ON public.deals USING btree (account_uuid, client_uuid, created_at, uuid) WHERE (deleted_at IS NULL);
CREATE INDEX deals_closed_at_idx ON public.deals USING btree (account_uuid, COALESCE(closed_at, '-infinity'::timestamp with time zone), uuid) WHERE (deleted_at IS NULL);
CREATE INDEX deals_created_at_idx ON public.deals USING btree (account_uuid, created_at, uuid) WHERE (deleted_at IS NULL);
CREATE INDEX deals_deleted_at_idx ON public.deals USING btree (account_uuid, deleted_at, uuid) WHERE (deleted_at IS NOT NULL);
CREATE INDEX deals_deleted_of_client_idx ON public.deals USING btree (account_uuid, client_uuid, uuid) WHERE (deleted_at IS NOT NULL);
CREATE INDEX deals_deleted_of_idx ON public.deals USING btree (account_uuid, owner_uuid, uuid) WHERE (deleted_at IS NOT NULL);
CREATE INDEX deals_expected_close_on_idx ON public.deals USING btree (account_uuid, COALESCE(expected_close_on, 'infinity'::date), uuid) WHERE (deleted_at IS NULL);
CREATE INDEX deals_external_id_idx ON public.deals USING btree (account_uuid, COALESCE(external_id, ''::text), created_at, uuid) WHERE (deleted_at IS NULL);
CREATE UNIQUE INDEX deals_external_id_key ON public.deals USING btree (account_uuid, external_id) WHERE (deleted_at IS NULL);
CREATE INDEX deals_last_activity_at_idx ON public.deals USING btree (account_uuid, COALESCE(last_activity_at, '-infinity'::timestamp with time zone), uuid) WHERE (deleted_at IS NULL);
CREATE INDEX deals_next_task_due_on_idx ON public.deals USING btree (account_uuid, COALESCE(next_task_due_on, 'infinity'::date), uuid) WHERE (deleted_at IS NULL);
CREATE INDEX deals_owner_uuid_idx ON public.deals USING btree (account_uuid, owner_uuid, created_at, uuid) WHERE (deleted_at IS NULL);
CREATE INDEX deals_pipeline_uuid_idx ON public.deals USING btree (account_uuid, pipeline_uuid, created_at, uuid) WHERE (deleted_at IS NULL);
CREATE INDEX deals_search_idx ON public.deals USING gin (search) WHERE (deleted_at IS NULL);
CREATE INDEX deals_shared_idx ON public.deals USING gin (shared_with jsonb_path_ops) WHERE (shared_with <> '[]'::jsonb);
CREATE INDEX deals_stage_entered_at_idx ON public.deals USING btree (account_uuid, COALESCE(stage_entered_at, '-infinity'::timestamp with time zone), uuid) WHERE (deleted_at IS NULL);
CREATE INDEX deals_stage_uuid_idx ON public.deals USING btree (account_uuid, stage_uuid, created_at, uuid) WHERE (deleted_at IS NULL);
CREATE INDEX deals_status_closed_at_idx ON public.deals USING btree (account_uuid, status, COALESCE(closed_at, '-infinity'::timestamp with time zone), uuid) INCLUDE (closed_at, pipeline_uuid, owner_uuid, amount, currency, lost_reason) WHERE (deleted_at IS NULL);
CREATE INDEX deals_status_idx ON public.deals USING btree (account_uuid, status, created_at, uuid) WHERE (deleted_at IS NULL);
CREATE INDEX deals_tags_idx ON public.deals USING gin (tags) WHERE (deleted_at IS NULL);
CREATE INDEX deals_title_idx ON public.deals USING btree (account_uuid, folded(title), uuid) WHERE (deleted_at IS NULL);
CREATE INDEX deals_title_order_idx ON public.deals USING btree (account_uuid, title_order, uuid) WHERE (deleted_at IS NULL);
CREATE INDEX deals_updated_at_idx ON public.deals USING btree (account_uuid, updated_at, uuid) WHERE (deleted_at IS NULL);
CREATE TRIGGER deals_search_changed BEFORE UPDATE ON deals FOR EACH ROW WHEN (old.title IS DISTINCT FROM new.title OR old.source IS DISTINCT FROM new.source OR old.external_id IS DISTINCT FROM new.external_id OR old.tags IS DISTINCT FROM new.tags OR old.description IS DISTINCT FROM new.description OR old.custom IS DISTINCT FROM new.custom) EXECUTE FUNCTION search_deals();
CREATE TRIGGER deals_search_new BEFORE INSERT ON deals FOR EACH ROW EXECUTE FUNCTION search_deals();

CREATE TABLE declined_owners (
  account_uuid uuid NOT NULL,
  user_uuid uuid NOT NULL,
  declined_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT declined_owners_pkey PRIMARY KEY (account_uuid, user_uuid),
  CONSTRAINT declined_owners_account_uuid_fkey FOREIGN KEY (account_uuid) REFERENCES accounts(uuid) ON DELETE CASCADE,
  CONSTRAINT declined_owners_user_uuid_fkey FOREIGN KEY (user_uuid) REFERENCES users(uuid) ON DELETE CASCADE
);
CREATE INDEX declined_owners_user_uuid_idx ON public.declined_owners USING btree (user_uuid);

CREATE TABLE distinct_records (
  account_uuid uuid NOT NULL,
  uuid uuid NOT NULL,
  other_uuid uuid NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT distinct_records_pkey PRIMARY KEY (account_uuid, uuid, other_uuid),
  CONSTRAINT distinct_records_check CHECK (uuid < other_uuid),
  CONSTRAINT distinct_records_account_uuid_other_uuid_fkey FOREIGN KEY (account_uuid, other_uuid) REFERENCES records(account_uuid, uuid) ON DELETE CASCADE,
  CONSTRAINT distinct_records_account_uuid_uuid_fkey FOREIGN KEY (account_uuid, uuid) REFERENCES records(account_uuid, uuid) ON DELETE CASCADE
);
CREATE INDEX distinct_records_other_uuid_idx ON public.distinct_records USING btree (account_uuid, other_uuid);

CREATE TABLE events (
  uuid uuid NOT NULL,
  account_uuid uuid NOT NULL,
  resource_uuid uuid NOT NULL,
  event text NOT NULL,
  epoch integer NOT NULL,
  transaction_id xid8 DEFAULT pg_current_xact_id() NOT NULL,
  "position" bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  body text,
  traceparent text,
  created_at timestamp(3) with time zone NOT NULL,
  change_uuid uuid,
  source text,
  uncut text,
  CONSTRAINT events_pkey PRIMARY KEY (uuid),
  CONSTRAINT events_account_uuid_fkey FOREIGN KEY (account_uuid) REFERENCES accounts(uuid) ON DELETE CASCADE
);
CREATE INDEX events_apart_idx ON public.events USING btree (account_uuid, epoch, transaction_id, "position") WHERE (split_part(event, '.'::text, 1) <> ALL ('{client,contact,deal,note,task}'::text[]));
CREATE INDEX events_change_idx ON public.events USING btree (account_uuid, change_uuid, uuid) INCLUDE (event) WHERE ((change_uuid IS NOT NULL) AND (body IS NOT NULL));
CREATE INDEX events_feed_idx ON public.events USING btree (account_uuid, epoch, transaction_id, "position");
CREATE INDEX events_resource_idx ON public.events USING btree (resource_uuid, uuid);
CREATE TRIGGER events_deal_states AFTER INSERT ON events REFERENCING NEW TABLE AS new_events FOR EACH STATEMENT EXECUTE FUNCTION keep_deal_states();

CREATE TABLE export_chunks (
  export_uuid uuid NOT NULL,
  attempt_uuid uuid NOT NULL,
  "position" integer NOT NULL,
  bytes bytea NOT NULL,
  CONSTRAINT export_chunks_pkey PRIMARY KEY (export_uuid, attempt_uuid, "position"),
  CONSTRAINT export_chunks_export_uuid_fkey FOREIGN KEY (export_uuid) REFERENCES exports(uuid) ON DELETE CASCADE
);

CREATE TABLE exports (
  uuid uuid NOT NULL,
  account_uuid uuid NOT NULL,
  user_uuid uuid NOT NULL,
  state text DEFAULT 'running'::text NOT NULL,
  events boolean NOT NULL,
  done_count bigint DEFAULT 0 NOT NULL,
  total_count bigint DEFAULT 0 NOT NULL,
  counts jsonb DEFAULT '{}'::jsonb NOT NULL,
  size_bytes bigint,
  sha256 text,
  failure text,
  job_uuid uuid,
  attempt_uuid uuid,
  created_at timestamp(3) with time zone NOT NULL,
  finished_at timestamp(3) with time zone,
  expires_at timestamp(3) with time zone,
  CONSTRAINT exports_pkey PRIMARY KEY (uuid),
  CONSTRAINT exports_state_check CHECK (state = ANY (ARRAY['running'::text, 'completed'::text, 'failed'::text, 'expired'::text])),
  CONSTRAINT exports_account_uuid_fkey FOREIGN KEY (account_uuid) REFERENCES accounts(uuid) ON DELETE CASCADE,
  CONSTRAINT exports_user_uuid_fkey FOREIGN KEY (user_uuid) REFERENCES users(uuid)
);
CREATE INDEX exports_account_uuid_idx ON public.exports USING btree (account_uuid, uuid);
CREATE INDEX exports_expires_at_idx ON public.exports USING btree (expires_at) WHERE (state = 'completed'::text);
CREATE UNIQUE INDEX exports_running_idx ON public.exports USING btree (account_uuid) WHERE (state = 'running'::text);
CREATE INDEX exports_user_uuid_idx ON public.exports USING btree (user_uuid);

CREATE TABLE feed_epochs (
  epoch integer NOT NULL,
  system_identifier bigint NOT NULL,
  started_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT feed_epochs_pkey PRIMARY KEY (epoch)
);

CREATE TABLE file_contents (
  uuid uuid NOT NULL,
  account_uuid uuid NOT NULL,
  sha256 text,
  size_bytes bigint NOT NULL,
  type text,
  place text DEFAULT 'database'::text NOT NULL,
  scan text DEFAULT 'none'::text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT file_contents_pkey PRIMARY KEY (uuid),
  CONSTRAINT file_contents_check CHECK ((sha256 IS NULL) = (type IS NULL)),
  CONSTRAINT file_contents_place_check CHECK (place = ANY (ARRAY['database'::text, 's3'::text])),
  CONSTRAINT file_contents_scan_check CHECK (scan = ANY (ARRAY['none'::text, 'waiting'::text, 'clean'::text, 'infected'::text])),
  CONSTRAINT file_contents_size_bytes_check CHECK (size_bytes >= 0),
  CONSTRAINT file_contents_account_uuid_fkey FOREIGN KEY (account_uuid) REFERENCES accounts(uuid) ON DELETE CASCADE
);
CREATE UNIQUE INDEX file_contents_sha256_key ON public.file_contents USING btree (account_uuid, sha256);
CREATE INDEX file_contents_size_idx ON public.file_contents USING btree (account_uuid) INCLUDE (size_bytes);
CREATE INDEX file_contents_waiting_idx ON public.file_contents USING btree (created_at) WHERE (scan = 'waiting'::text);
CREATE TRIGGER file_contents_deleted AFTER DELETE ON file_contents FOR EACH ROW WHEN (old.place = 's3'::text) EXECUTE FUNCTION keep_file_leavings();
CREATE TRIGGER file_contents_moved AFTER UPDATE OF place ON file_contents FOR EACH ROW WHEN (old.place = 's3'::text AND new.place = 'database'::text) EXECUTE FUNCTION keep_file_leavings();

CREATE TABLE file_leavings (
  account_uuid uuid NOT NULL,
  content_uuid uuid NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT file_leavings_pkey PRIMARY KEY (account_uuid, content_uuid)
);

CREATE TABLE file_pieces (
  content_uuid uuid NOT NULL,
  "position" integer NOT NULL,
  bytes bytea NOT NULL,
  CONSTRAINT file_pieces_pkey PRIMARY KEY (content_uuid, "position"),
  CONSTRAINT file_pieces_content_uuid_fkey FOREIGN KEY (content_uuid) REFERENCES file_contents(uuid) ON DELETE CASCADE
);

CREATE TABLE file_records (
  account_uuid uuid NOT NULL,
  file_uuid uuid NOT NULL,
  record_uuid uuid NOT NULL,
  resource text NOT NULL,
  "position" integer NOT NULL,
  CONSTRAINT file_records_pkey PRIMARY KEY (file_uuid, record_uuid),
  CONSTRAINT file_records_account_uuid_fkey FOREIGN KEY (account_uuid) REFERENCES accounts(uuid) ON DELETE CASCADE,
  CONSTRAINT file_records_file_uuid_fkey FOREIGN KEY (file_uuid) REFERENCES files(uuid) ON DELETE CASCADE
);
CREATE INDEX file_records_record_idx ON public.file_records USING btree (account_uuid, record_uuid, file_uuid);

CREATE TABLE file_uploads (
  uuid uuid NOT NULL,
  account_uuid uuid NOT NULL,
  user_uuid uuid NOT NULL,
  content_uuid uuid NOT NULL,
  file_uuid uuid,
  name text NOT NULL,
  size_bytes bigint NOT NULL,
  received_bytes bigint DEFAULT 0 NOT NULL,
  records jsonb NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT file_uploads_pkey PRIMARY KEY (uuid),
  CONSTRAINT file_uploads_account_uuid_fkey FOREIGN KEY (account_uuid) REFERENCES accounts(uuid) ON DELETE CASCADE,
  CONSTRAINT file_uploads_content_uuid_fkey FOREIGN KEY (content_uuid) REFERENCES file_contents(uuid) ON DELETE CASCADE,
  CONSTRAINT file_uploads_file_uuid_fkey FOREIGN KEY (file_uuid) REFERENCES files(uuid) ON DELETE CASCADE,
  CONSTRAINT file_uploads_user_uuid_fkey FOREIGN KEY (user_uuid) REFERENCES users(uuid) ON DELETE CASCADE
);
CREATE INDEX file_uploads_account_idx ON public.file_uploads USING btree (account_uuid);
CREATE INDEX file_uploads_content_idx ON public.file_uploads USING btree (content_uuid);
CREATE INDEX file_uploads_created_at_idx ON public.file_uploads USING btree (created_at);
CREATE INDEX file_uploads_file_idx ON public.file_uploads USING btree (file_uuid);
CREATE INDEX file_uploads_user_idx ON public.file_uploads USING btree (user_uuid);

CREATE TABLE files (
  uuid uuid NOT NULL,
  account_uuid uuid NOT NULL,
  content_uuid uuid NOT NULL,
  user_uuid uuid,
  name text NOT NULL,
  thumbnail bytea,
  version integer NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  deleted_at timestamp(3) with time zone,
  CONSTRAINT files_pkey PRIMARY KEY (uuid),
  CONSTRAINT files_account_uuid_fkey FOREIGN KEY (account_uuid) REFERENCES accounts(uuid) ON DELETE CASCADE,
  CONSTRAINT files_content_uuid_fkey FOREIGN KEY (content_uuid) REFERENCES file_contents(uuid),
  CONSTRAINT files_user_uuid_fkey FOREIGN KEY (user_uuid) REFERENCES users(uuid) ON DELETE SET NULL
);
CREATE INDEX files_account_idx ON public.files USING btree (account_uuid, uuid);
CREATE INDEX files_content_idx ON public.files USING btree (content_uuid);
CREATE INDEX files_deleted_at_idx ON public.files USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);
CREATE INDEX files_user_idx ON public.files USING btree (user_uuid);

CREATE TABLE half_sessions (
  cookie_hash bytea NOT NULL,
  user_uuid uuid NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT half_sessions_pkey PRIMARY KEY (cookie_hash),
  CONSTRAINT half_sessions_user_uuid_fkey FOREIGN KEY (user_uuid) REFERENCES users(uuid) ON DELETE CASCADE
);
CREATE INDEX half_sessions_expires_at_idx ON public.half_sessions USING btree (expires_at);
CREATE INDEX half_sessions_user_uuid_idx ON public.half_sessions USING btree (user_uuid);

CREATE TABLE idempotency_keys (
  user_uuid uuid NOT NULL,
  key text NOT NULL,
  fingerprint bytea NOT NULL,
  body bytea NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  change_uuid uuid,
  CONSTRAINT idempotency_keys_pkey PRIMARY KEY (user_uuid, key),
  CONSTRAINT idempotency_keys_user_uuid_fkey FOREIGN KEY (user_uuid) REFERENCES users(uuid) ON DELETE CASCADE
);
CREATE INDEX idempotency_keys_created_at_idx ON public.idempotency_keys USING btree (created_at);

CREATE TABLE import_chunks (
  import_uuid uuid NOT NULL,
  file integer NOT NULL,
  "position" integer NOT NULL,
  rows text NOT NULL,
  row_count integer NOT NULL,
  outcomes text,
  occurring text[] DEFAULT '{}'::text[] NOT NULL,
  marks bigint[] DEFAULT '{}'::bigint[] NOT NULL,
  found uuid[] DEFAULT '{}'::uuid[] NOT NULL,
  CONSTRAINT import_chunks_pkey PRIMARY KEY (import_uuid, file, "position"),
  CONSTRAINT import_chunks_import_uuid_fkey FOREIGN KEY (import_uuid) REFERENCES imports(uuid) ON DELETE CASCADE
);

CREATE TABLE imports (
  uuid uuid NOT NULL,
  account_uuid uuid NOT NULL,
  user_uuid uuid NOT NULL,
  actor jsonb NOT NULL,
  oauth_client_uuid uuid,
  state text DEFAULT 'receiving'::text NOT NULL,
  preset text,
  files jsonb DEFAULT '[]'::jsonb NOT NULL,
  plan jsonb,
  warnings jsonb DEFAULT '[]'::jsonb NOT NULL,
  total_count integer DEFAULT 0 NOT NULL,
  done_count integer DEFAULT 0 NOT NULL,
  created_count integer DEFAULT 0 NOT NULL,
  updated_count integer DEFAULT 0 NOT NULL,
  unchanged_count integer DEFAULT 0 NOT NULL,
  skipped_count integer DEFAULT 0 NOT NULL,
  refused_count integer DEFAULT 0 NOT NULL,
  lost_cell_count integer DEFAULT 0 NOT NULL,
  added_count integer DEFAULT 0 NOT NULL,
  change_uuid uuid,
  job_uuid uuid,
  failure text,
  created_at timestamp(3) with time zone NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  started_at timestamp(3) with time zone,
  ended_at timestamp(3) with time zone,
  CONSTRAINT imports_pkey PRIMARY KEY (uuid),
  CONSTRAINT imports_state_check CHECK (state = ANY (ARRAY['receiving'::text, 'draft'::text, 'running'::text, 'stopped'::text, 'completed'::text, 'failed'::text])),
  CONSTRAINT imports_account_uuid_fkey FOREIGN KEY (account_uuid) REFERENCES accounts(uuid) ON DELETE CASCADE,
  CONSTRAINT imports_user_uuid_fkey FOREIGN KEY (user_uuid) REFERENCES users(uuid)
);
CREATE INDEX imports_account_uuid_idx ON public.imports USING btree (account_uuid, uuid);
CREATE INDEX imports_created_at_idx ON public.imports USING btree (created_at);
CREATE INDEX imports_user_uuid_idx ON public.imports USING btree (user_uuid);

CREATE TABLE invitations (
  uuid uuid NOT NULL,
  account_uuid uuid NOT NULL,
  email text NOT NULL,
  role text NOT NULL,
  sender_uuid uuid NOT NULL,
  token_hash bytea NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  user_uuid uuid,
  is_mailed boolean DEFAULT false NOT NULL,
  link_made_at timestamp with time zone,
  CONSTRAINT invitations_pkey PRIMARY KEY (uuid),
  CONSTRAINT invitations_token_hash_key UNIQUE (token_hash),
  CONSTRAINT invitations_role_check CHECK (role = ANY (ARRAY['owner'::text, 'admin'::text, 'member'::text, 'viewer'::text])),
  CONSTRAINT invitations_account_uuid_fkey FOREIGN KEY (account_uuid) REFERENCES accounts(uuid) ON DELETE CASCADE,
  CONSTRAINT invitations_sender_uuid_fkey FOREIGN KEY (sender_uuid) REFERENCES users(uuid) ON DELETE CASCADE,
  CONSTRAINT invitations_user_uuid_fkey FOREIGN KEY (user_uuid) REFERENCES users(uuid) ON DELETE CASCADE
);
CREATE UNIQUE INDEX invitations_account_email_key ON public.invitations USING btree (account_uuid, lower(email));
CREATE INDEX invitations_expires_at_idx ON public.invitations USING btree (expires_at);
CREATE INDEX invitations_user_uuid_idx ON public.invitations USING btree (user_uuid) WHERE (user_uuid IS NOT NULL);

CREATE TABLE jobs (
  uuid uuid NOT NULL,
  type text NOT NULL,
  key text,
  account_uuid uuid,
  user_uuid uuid,
  owner_uuid uuid GENERATED ALWAYS AS (COALESCE(account_uuid, user_uuid, '00000000-0000-0000-0000-000000000000'::uuid)) STORED NOT NULL,
  state text DEFAULT 'waiting'::text NOT NULL,
  step jsonb,
  done_count bigint DEFAULT 0 NOT NULL,
  total_count bigint,
  detail text,
  result jsonb,
  worker_uuid uuid,
  failure_count integer DEFAULT 0 NOT NULL,
  due_at timestamp(3) with time zone NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  finished_at timestamp(3) with time zone,
  subject_uuid uuid,
  resource text,
  CONSTRAINT jobs_pkey PRIMARY KEY (uuid),
  CONSTRAINT jobs_check CHECK ((finished_at IS NULL) = (state = ANY (ARRAY['waiting'::text, 'running'::text]))),
  CONSTRAINT jobs_state_check CHECK (state = ANY (ARRAY['waiting'::text, 'running'::text, 'completed'::text, 'failed'::text, 'cancelled'::text])),
  CONSTRAINT jobs_account_uuid_fkey FOREIGN KEY (account_uuid) REFERENCES accounts(uuid) ON DELETE CASCADE,
  CONSTRAINT jobs_user_uuid_fkey FOREIGN KEY (user_uuid) REFERENCES users(uuid) ON DELETE CASCADE
);
CREATE INDEX jobs_account_uuid_idx ON public.jobs USING btree (account_uuid);
CREATE INDEX jobs_due_idx ON public.jobs USING btree (owner_uuid, due_at) WHERE (finished_at IS NULL);
CREATE INDEX jobs_finished_at_idx ON public.jobs USING btree (finished_at) WHERE (finished_at IS NOT NULL);
CREATE UNIQUE INDEX jobs_key_idx ON public.jobs USING btree (type, key) WHERE ((finished_at IS NULL) AND (key IS NOT NULL));
CREATE INDEX jobs_user_uuid_idx ON public.jobs USING btree (user_uuid, uuid);

CREATE TABLE last_backup (
  only_row boolean DEFAULT true NOT NULL,
  made_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT last_backup_pkey PRIMARY KEY (only_row),
  CONSTRAINT last_backup_only_row_check CHECK (only_row)
);

CREATE TABLE links (
  account_uuid uuid NOT NULL,
  from_uuid uuid NOT NULL,
  from_resource text NOT NULL,
  to_uuid uuid NOT NULL,
  to_resource text NOT NULL,
  "position" integer NOT NULL,
  role text,
  is_primary boolean NOT NULL,
  ended_on date,
  CONSTRAINT links_pkey PRIMARY KEY (account_uuid, from_uuid, to_uuid),
  CONSTRAINT links_account_uuid_from_uuid_fkey FOREIGN KEY (account_uuid, from_uuid) REFERENCES records(account_uuid, uuid) ON DELETE CASCADE,
  CONSTRAINT links_account_uuid_to_uuid_fkey FOREIGN KEY (account_uuid, to_uuid) REFERENCES records(account_uuid, uuid) ON DELETE CASCADE
);
CREATE INDEX links_to_idx ON public.links USING btree (account_uuid, to_uuid, from_resource, from_uuid);

CREATE TABLE logins (
  uuid uuid NOT NULL,
  account_uuid uuid NOT NULL,
  user_uuid uuid NOT NULL,
  role text NOT NULL,
  last_used_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  is_agreed boolean DEFAULT true NOT NULL,
  CONSTRAINT logins_pkey PRIMARY KEY (uuid),
  CONSTRAINT logins_user_uuid_account_uuid_key UNIQUE (user_uuid, account_uuid),
  CONSTRAINT logins_role_check CHECK (role = ANY (ARRAY['owner'::text, 'admin'::text, 'member'::text, 'viewer'::text])),
  CONSTRAINT logins_account_uuid_fkey FOREIGN KEY (account_uuid) REFERENCES accounts(uuid) ON DELETE CASCADE,
  CONSTRAINT logins_user_uuid_fkey FOREIGN KEY (user_uuid) REFERENCES users(uuid) ON DELETE CASCADE
);
CREATE INDEX logins_account_uuid_idx ON public.logins USING btree (account_uuid);

CREATE TABLE mail_attachment_pieces (
  mail_uuid uuid NOT NULL,
  number integer NOT NULL,
  "position" integer NOT NULL,
  bytes bytea NOT NULL,
  CONSTRAINT mail_attachment_pieces_pkey PRIMARY KEY (mail_uuid, number, "position"),
  CONSTRAINT mail_attachment_pieces_mail_uuid_number_fkey FOREIGN KEY (mail_uuid, number) REFERENCES mail_attachments(mail_uuid, number) ON DELETE CASCADE
);

CREATE TABLE mail_attachments (
  mail_uuid uuid NOT NULL,
  number integer NOT NULL,
  name text NOT NULL,
  type text NOT NULL,
  size_bytes bigint NOT NULL,
  content_id text,
  CONSTRAINT mail_attachments_pkey PRIMARY KEY (mail_uuid, number),
  CONSTRAINT mail_attachments_mail_uuid_fkey FOREIGN KEY (mail_uuid) REFERENCES mails(uuid) ON DELETE CASCADE
);

CREATE TABLE mail_deals (
  account_uuid uuid NOT NULL,
  thread_uuid uuid NOT NULL,
  deal_uuid uuid NOT NULL,
  is_linked boolean NOT NULL,
  user_uuid uuid,
  updated_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT mail_deals_pkey PRIMARY KEY (account_uuid, thread_uuid, deal_uuid),
  CONSTRAINT mail_deals_account_uuid_deal_uuid_fkey FOREIGN KEY (account_uuid, deal_uuid) REFERENCES records(account_uuid, uuid) ON DELETE CASCADE,
  CONSTRAINT mail_deals_user_uuid_fkey FOREIGN KEY (user_uuid) REFERENCES users(uuid) ON DELETE SET NULL
);
CREATE INDEX mail_deals_deal_idx ON public.mail_deals USING btree (account_uuid, deal_uuid);
CREATE INDEX mail_deals_user_idx ON public.mail_deals USING btree (user_uuid);

CREATE TABLE mail_drop_boxes (
  uuid uuid NOT NULL,
  account_uuid uuid NOT NULL,
  user_uuid uuid NOT NULL,
  secret_hash bytea NOT NULL,
  secret_encrypted bytea NOT NULL,
  last_outcome text,
  last_mail_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT mail_drop_boxes_pkey PRIMARY KEY (uuid),
  CONSTRAINT mail_drop_boxes_secret_hash_key UNIQUE (secret_hash),
  CONSTRAINT mail_drop_boxes_last_outcome_check CHECK (last_outcome = ANY (ARRAY['kept'::text, 'held'::text, 'full'::text, 'nobody_known'::text, 'automatic'::text, 'unreadable'::text])),
  CONSTRAINT mail_drop_boxes_account_uuid_fkey FOREIGN KEY (account_uuid) REFERENCES accounts(uuid) ON DELETE CASCADE,
  CONSTRAINT mail_drop_boxes_user_uuid_account_uuid_fkey FOREIGN KEY (user_uuid, account_uuid) REFERENCES logins(user_uuid, account_uuid) ON DELETE CASCADE
);
CREATE INDEX mail_drop_boxes_account_idx ON public.mail_drop_boxes USING btree (account_uuid);
CREATE UNIQUE INDEX mail_drop_boxes_user_key ON public.mail_drop_boxes USING btree (user_uuid, account_uuid);

CREATE TABLE mail_drop_folders (
  place text NOT NULL,
  uid_validity bigint NOT NULL,
  last_uid bigint NOT NULL,
  CONSTRAINT mail_drop_folders_pkey PRIMARY KEY (place)
);

CREATE TABLE mail_exclusions (
  uuid uuid NOT NULL,
  account_uuid uuid NOT NULL,
  user_uuid uuid,
  sort text NOT NULL,
  pattern text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT mail_exclusions_pkey PRIMARY KEY (uuid),
  CONSTRAINT mail_exclusions_sort_check CHECK (sort = ANY (ARRAY['excluded'::text, 'protected'::text, 'own'::text])),
  CONSTRAINT mail_exclusions_account_uuid_fkey FOREIGN KEY (account_uuid) REFERENCES accounts(uuid) ON DELETE CASCADE,
  CONSTRAINT mail_exclusions_user_uuid_account_uuid_fkey FOREIGN KEY (user_uuid, account_uuid) REFERENCES logins(user_uuid, account_uuid) ON DELETE CASCADE
);
CREATE UNIQUE INDEX mail_exclusions_pattern_key ON public.mail_exclusions USING btree (account_uuid, user_uuid, sort, pattern) NULLS NOT DISTINCT;
CREATE INDEX mail_exclusions_user_idx ON public.mail_exclusions USING btree (user_uuid, account_uuid);

CREATE TABLE mail_held (
  uuid uuid NOT NULL,
  account_uuid uuid NOT NULL,
  drop_box_uuid uuid NOT NULL,
  fingerprint bytea NOT NULL,
  reason text NOT NULL,
  sender text NOT NULL,
  subject text NOT NULL,
  sent_at timestamp(3) with time zone NOT NULL,
  bytes bytea NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT mail_held_pkey PRIMARY KEY (uuid),
  CONSTRAINT mail_held_drop_box_uuid_fingerprint_key UNIQUE (drop_box_uuid, fingerprint),
  CONSTRAINT mail_held_reason_check CHECK (reason = ANY (ARRAY['unclear_sender'::text, 'other_sender'::text, 'unproven'::text])),
  CONSTRAINT mail_held_account_uuid_fkey FOREIGN KEY (account_uuid) REFERENCES accounts(uuid) ON DELETE CASCADE,
  CONSTRAINT mail_held_drop_box_uuid_fkey FOREIGN KEY (drop_box_uuid) REFERENCES mail_drop_boxes(uuid) ON DELETE CASCADE
);
CREATE INDEX mail_held_account_idx ON public.mail_held USING btree (account_uuid);
CREATE INDEX mail_held_created_at_idx ON public.mail_held USING btree (created_at);

CREATE TABLE mail_new_points (
  account_uuid uuid NOT NULL,
  point text NOT NULL,
  CONSTRAINT mail_new_points_account_uuid_fkey FOREIGN KEY (account_uuid) REFERENCES accounts(uuid) ON DELETE CASCADE
);
CREATE INDEX mail_new_points_account_idx ON public.mail_new_points USING btree (account_uuid);

CREATE TABLE mail_people (
  account_uuid uuid NOT NULL,
  mail_uuid uuid NOT NULL,
  "position" integer NOT NULL,
  role text NOT NULL,
  address text NOT NULL,
  point text NOT NULL,
  name text NOT NULL,
  is_own boolean NOT NULL,
  bounced_at timestamp(3) with time zone,
  bounce_code text,
  bounce_detail text,
  CONSTRAINT mail_people_pkey PRIMARY KEY (mail_uuid, "position"),
  CONSTRAINT mail_people_role_check CHECK (role = ANY (ARRAY['from'::text, 'to'::text, 'cc'::text])),
  CONSTRAINT mail_people_account_uuid_fkey FOREIGN KEY (account_uuid) REFERENCES accounts(uuid) ON DELETE CASCADE,
  CONSTRAINT mail_people_mail_uuid_fkey FOREIGN KEY (mail_uuid) REFERENCES mails(uuid) ON DELETE CASCADE
);
CREATE INDEX mail_people_bounced_idx ON public.mail_people USING btree (account_uuid, point) WHERE (bounced_at IS NOT NULL);
CREATE INDEX mail_people_point_idx ON public.mail_people USING btree (account_uuid, point, mail_uuid);
CREATE TRIGGER mail_people_new AFTER INSERT ON mail_people REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION write_words_of_new_mails();

CREATE TABLE mail_templates (
  uuid uuid NOT NULL,
  account_uuid uuid NOT NULL,
  name text NOT NULL,
  subject text NOT NULL,
  text text NOT NULL,
  version integer NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT mail_templates_pkey PRIMARY KEY (uuid),
  CONSTRAINT mail_templates_account_uuid_fkey FOREIGN KEY (account_uuid) REFERENCES accounts(uuid) ON DELETE CASCADE
);
CREATE UNIQUE INDEX mail_templates_name_key ON public.mail_templates USING btree (account_uuid, lower(name));

CREATE TABLE mail_traces (
  uuid uuid NOT NULL,
  account_uuid uuid NOT NULL,
  mail_uuid uuid NOT NULL,
  resource text NOT NULL,
  record_uuid uuid NOT NULL,
  CONSTRAINT mail_traces_pkey PRIMARY KEY (uuid),
  CONSTRAINT mail_traces_mail_uuid_record_uuid_key UNIQUE (mail_uuid, record_uuid),
  CONSTRAINT mail_traces_resource_check CHECK (resource = ANY (ARRAY['client'::text, 'contact'::text])),
  CONSTRAINT mail_traces_account_uuid_fkey FOREIGN KEY (account_uuid) REFERENCES accounts(uuid) ON DELETE CASCADE,
  CONSTRAINT mail_traces_mail_uuid_fkey FOREIGN KEY (mail_uuid) REFERENCES mails(uuid) ON DELETE CASCADE
);
CREATE INDEX mail_traces_account_idx ON public.mail_traces USING btree (account_uuid);

CREATE TABLE mail_words (
  mail_uuid uuid NOT NULL,
  account_uuid uuid NOT NULL,
  search tsvector NOT NULL,
  CONSTRAINT mail_words_pkey PRIMARY KEY (mail_uuid),
  CONSTRAINT mail_words_account_uuid_fkey FOREIGN KEY (account_uuid) REFERENCES accounts(uuid) ON DELETE CASCADE,
  CONSTRAINT mail_words_mail_uuid_fkey FOREIGN KEY (mail_uuid) REFERENCES mails(uuid) ON DELETE CASCADE
);
CREATE INDEX mail_words_account_idx ON public.mail_words USING btree (account_uuid);
CREATE INDEX mail_words_search_idx ON public.mail_words USING gin (search);

CREATE TABLE mailbox_folders (
  mailbox_uuid uuid NOT NULL,
  path text NOT NULL,
  uid_validity bigint NOT NULL,
  last_uid bigint NOT NULL,
  CONSTRAINT mailbox_folders_pkey PRIMARY KEY (mailbox_uuid, path),
  CONSTRAINT mailbox_folders_mailbox_uuid_fkey FOREIGN KEY (mailbox_uuid) REFERENCES mailboxes(uuid) ON DELETE CASCADE
);

CREATE TABLE mailboxes (
  uuid uuid NOT NULL,
  account_uuid uuid NOT NULL,
  user_uuid uuid NOT NULL,
  address text NOT NULL,
  username text NOT NULL,
  password_encrypted bytea,
  imap jsonb NOT NULL,
  smtp jsonb,
  default_visibility text NOT NULL,
  since date NOT NULL,
  state text NOT NULL,
  problem jsonb,
  failure_count integer DEFAULT 0 NOT NULL,
  looked_at_count integer DEFAULT 0 NOT NULL,
  kept_count integer DEFAULT 0 NOT NULL,
  left_count integer,
  last_mail_at timestamp(3) with time zone,
  last_looked_at timestamp(3) with time zone,
  version integer NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  is_watched boolean DEFAULT false NOT NULL,
  signature text DEFAULT ''::text NOT NULL,
  smtp_username text,
  smtp_password_encrypted bytea,
  needs_past boolean DEFAULT false NOT NULL,
  provider text,
  refresh_token_encrypted bytea,
  access_token_encrypted bytea,
  access_until timestamp(3) with time zone,
  refreshing_until timestamp(3) with time zone,
  CONSTRAINT mailboxes_pkey PRIMARY KEY (uuid),
  CONSTRAINT mailboxes_default_visibility_check CHECK (default_visibility = ANY (ARRAY['hidden'::text, 'trace'::text, 'subject'::text, 'full'::text])),
  CONSTRAINT mailboxes_sign_in_check CHECK (
CASE
    WHEN provider IS NULL THEN password_encrypted IS NOT NULL
    ELSE refresh_token_encrypted IS NOT NULL
END),
  CONSTRAINT mailboxes_state_check CHECK (state = ANY (ARRAY['connecting'::text, 'live'::text, 'failed'::text])),
  CONSTRAINT mailboxes_account_uuid_fkey FOREIGN KEY (account_uuid) REFERENCES accounts(uuid) ON DELETE CASCADE,
  CONSTRAINT mailboxes_user_uuid_account_uuid_fkey FOREIGN KEY (user_uuid, account_uuid) REFERENCES logins(user_uuid, account_uuid) ON DELETE CASCADE
);
CREATE UNIQUE INDEX mailboxes_address_key ON public.mailboxes USING btree (account_uuid, user_uuid, lower(address));
CREATE INDEX mailboxes_user_idx ON public.mailboxes USING btree (user_uuid, account_uuid);

CREATE TABLE mails (
  uuid uuid NOT NULL,
  account_uuid uuid NOT NULL,
  mailbox_uuid uuid,
  holder_uuid uuid,
  fingerprint bytea NOT NULL,
  message_id text,
  thread_uuid uuid NOT NULL,
  direction text NOT NULL,
  visibility text NOT NULL,
  sent_at timestamp(3) with time zone NOT NULL,
  subject text NOT NULL,
  text text NOT NULL,
  html text,
  unreadable text,
  version integer NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  topic bytea,
  is_loose boolean DEFAULT false NOT NULL,
  CONSTRAINT mails_pkey PRIMARY KEY (uuid),
  CONSTRAINT mails_direction_check CHECK (direction = ANY (ARRAY['in'::text, 'out'::text])),
  CONSTRAINT mails_unreadable_check CHECK (unreadable = ANY (ARRAY['too_large'::text, 'too_many_parts'::text, 'broken'::text])),
  CONSTRAINT mails_visibility_check CHECK (visibility = ANY (ARRAY['hidden'::text, 'trace'::text, 'subject'::text, 'full'::text])),
  CONSTRAINT mails_account_uuid_fkey FOREIGN KEY (account_uuid) REFERENCES accounts(uuid) ON DELETE CASCADE,
  CONSTRAINT mails_holder_uuid_account_uuid_fkey FOREIGN KEY (holder_uuid, account_uuid) REFERENCES logins(user_uuid, account_uuid) ON DELETE SET NULL (holder_uuid),
  CONSTRAINT mails_mailbox_uuid_fkey FOREIGN KEY (mailbox_uuid) REFERENCES mailboxes(uuid) ON DELETE SET NULL
);
CREATE UNIQUE INDEX mails_fingerprint_key ON public.mails USING btree (account_uuid, holder_uuid, fingerprint);
CREATE INDEX mails_holder_idx ON public.mails USING btree (holder_uuid, account_uuid, uuid);
CREATE INDEX mails_mailbox_idx ON public.mails USING btree (mailbox_uuid);
CREATE INDEX mails_message_id_idx ON public.mails USING btree (account_uuid, message_id);
CREATE INDEX mails_thread_idx ON public.mails USING btree (account_uuid, thread_uuid, uuid);
CREATE INDEX mails_topic_idx ON public.mails USING btree (account_uuid, holder_uuid, topic) WHERE (topic IS NOT NULL);
CREATE INDEX mails_unread_idx ON public.mails USING btree (uuid) WHERE ((holder_uuid IS NULL) AND (visibility <> 'full'::text));
CREATE TRIGGER mails_changed AFTER UPDATE OF subject, text, visibility, holder_uuid ON mails FOR EACH ROW WHEN (old.subject IS DISTINCT FROM new.subject OR old.text IS DISTINCT FROM new.text OR old.visibility IS DISTINCT FROM new.visibility OR old.holder_uuid IS DISTINCT FROM new.holder_uuid) EXECUTE FUNCTION write_words_of_changed_mail();

CREATE TABLE mails_forgotten (
  account_uuid uuid NOT NULL,
  holder_uuid uuid NOT NULL,
  fingerprint bytea NOT NULL,
  CONSTRAINT mails_forgotten_pkey PRIMARY KEY (account_uuid, holder_uuid, fingerprint),
  CONSTRAINT mails_forgotten_account_uuid_fkey FOREIGN KEY (account_uuid) REFERENCES accounts(uuid) ON DELETE CASCADE,
  CONSTRAINT mails_forgotten_holder_uuid_account_uuid_fkey FOREIGN KEY (holder_uuid, account_uuid) REFERENCES logins(user_uuid, account_uuid) ON DELETE CASCADE
);
CREATE INDEX mails_forgotten_holder_idx ON public.mails_forgotten USING btree (holder_uuid, account_uuid);

CREATE TABLE merges (
  account_uuid uuid NOT NULL,
  from_uuid uuid NOT NULL,
  into_uuid uuid NOT NULL,
  resource text NOT NULL,
  external_id text,
  merged_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT merges_pkey PRIMARY KEY (account_uuid, from_uuid),
  CONSTRAINT merges_account_uuid_fkey FOREIGN KEY (account_uuid) REFERENCES accounts(uuid) ON DELETE CASCADE
);
CREATE INDEX merges_external_id_idx ON public.merges USING btree (account_uuid, resource, external_id) WHERE (external_id IS NOT NULL);
CREATE INDEX merges_into_idx ON public.merges USING btree (account_uuid, into_uuid);

CREATE TABLE migrations (
  name text NOT NULL,
  checksum bytea NOT NULL,
  applied_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  CONSTRAINT migrations_pkey PRIMARY KEY (name)
);

CREATE TABLE morning_mails (
  user_uuid uuid NOT NULL,
  next_at timestamp(3) with time zone,
  CONSTRAINT morning_mails_pkey PRIMARY KEY (user_uuid),
  CONSTRAINT morning_mails_user_uuid_fkey FOREIGN KEY (user_uuid) REFERENCES users(uuid) ON DELETE CASCADE
);
CREATE INDEX morning_mails_next_at_idx ON public.morning_mails USING btree (next_at NULLS FIRST);

CREATE TABLE notes (
  uuid uuid NOT NULL,
  account_uuid uuid NOT NULL,
  version integer NOT NULL,
  body text NOT NULL,
  pinned boolean NOT NULL,
  tags text[] NOT NULL,
  owner_uuid uuid,
  external_id text,
  custom jsonb NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  deleted_at timestamp(3) with time zone,
  search tsvector NOT NULL,
  source_created_at timestamp(3) with time zone,
  CONSTRAINT notes_pkey PRIMARY KEY (uuid),
  CONSTRAINT notes_account_uuid_uuid_fkey FOREIGN KEY (account_uuid, uuid) REFERENCES records(account_uuid, uuid) ON DELETE CASCADE,
  CONSTRAINT notes_owner_uuid_fkey FOREIGN KEY (owner_uuid) REFERENCES users(uuid)
);
CREATE INDEX notes_created_at_idx ON public.notes USING btree (account_uuid, created_at, uuid) INCLUDE (owner_uuid, source_created_at) WHERE (deleted_at IS NULL);
CREATE INDEX notes_deleted_at_idx ON public.notes USING btree (account_uuid, deleted_at, uuid) WHERE (deleted_at IS NOT NULL);
CREATE INDEX notes_deleted_of_idx ON public.notes USING btree (account_uuid, owner_uuid, uuid) WHERE (deleted_at IS NOT NULL);
CREATE INDEX notes_external_id_idx ON public.notes USING btree (account_uuid, COALESCE(external_id, ''::text), created_at, uuid) WHERE (deleted_at IS NULL);
CREATE UNIQUE INDEX notes_external_id_key ON public.notes USING btree (account_uuid, external_id) WHERE (deleted_at IS NULL);
CREATE INDEX notes_owner_uuid_idx ON public.notes USING btree (account_uuid, owner_uuid, created_at, uuid) WHERE (deleted_at IS NULL);
CREATE INDEX notes_pinned_idx ON public.notes USING btree (account_uuid, pinned, created_at, uuid) WHERE (deleted_at IS NULL);
CREATE INDEX notes_search_idx ON public.notes USING gin (search) WHERE (deleted_at IS NULL);
CREATE INDEX notes_source_created_at_idx ON public.notes USING btree (account_uuid, source_created_at, uuid) WHERE ((deleted_at IS NULL) AND (source_created_at IS NOT NULL));
CREATE INDEX notes_tags_idx ON public.notes USING gin (tags) WHERE (deleted_at IS NULL);
CREATE INDEX notes_updated_at_idx ON public.notes USING btree (account_uuid, updated_at, uuid) WHERE (deleted_at IS NULL);
CREATE TRIGGER notes_search_changed BEFORE UPDATE ON notes FOR EACH ROW WHEN (old.body IS DISTINCT FROM new.body OR old.external_id IS DISTINCT FROM new.external_id OR old.tags IS DISTINCT FROM new.tags OR old.custom IS DISTINCT FROM new.custom) EXECUTE FUNCTION search_notes();
CREATE TRIGGER notes_search_new BEFORE INSERT ON notes FOR EACH ROW EXECUTE FUNCTION search_notes();

CREATE TABLE notification_choices (
  user_uuid uuid NOT NULL,
  sort text NOT NULL,
  page boolean NOT NULL,
  browser boolean NOT NULL,
  mail boolean NOT NULL,
  CONSTRAINT notification_choices_pkey PRIMARY KEY (user_uuid, sort),
  CONSTRAINT notification_choices_user_uuid_fkey FOREIGN KEY (user_uuid) REFERENCES users(uuid) ON DELETE CASCADE
);

CREATE TABLE notifications (
  uuid uuid NOT NULL,
  user_uuid uuid NOT NULL,
  account_uuid uuid,
  sort text NOT NULL,
  cause_uuid uuid NOT NULL,
  event text,
  resource text NOT NULL,
  subject_uuid uuid NOT NULL,
  title text NOT NULL,
  count integer DEFAULT 1 NOT NULL,
  actor jsonb,
  change_uuid uuid,
  due_on date,
  due_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone NOT NULL,
  read_at timestamp(3) with time zone,
  mail_at timestamp(3) with time zone,
  CONSTRAINT notifications_pkey PRIMARY KEY (uuid),
  CONSTRAINT notifications_user_uuid_cause_uuid_account_uuid_key UNIQUE (user_uuid, cause_uuid, account_uuid),
  CONSTRAINT notifications_account_uuid_fkey FOREIGN KEY (account_uuid) REFERENCES accounts(uuid) ON DELETE CASCADE,
  CONSTRAINT notifications_user_uuid_fkey FOREIGN KEY (user_uuid) REFERENCES users(uuid) ON DELETE CASCADE
);
CREATE INDEX notifications_account_idx ON public.notifications USING btree (account_uuid);
CREATE INDEX notifications_created_at_idx ON public.notifications USING btree (created_at);
CREATE INDEX notifications_mail_at_idx ON public.notifications USING btree (mail_at) WHERE (mail_at IS NOT NULL);
CREATE INDEX notifications_subject_idx ON public.notifications USING btree (subject_uuid);
CREATE INDEX notifications_unread_idx ON public.notifications USING btree (user_uuid, uuid) WHERE (read_at IS NULL);
CREATE INDEX notifications_user_idx ON public.notifications USING btree (user_uuid, uuid);

CREATE TABLE oauth_authorizations (
  uuid uuid NOT NULL,
  grant_uuid uuid NOT NULL,
  code_hash bytea NOT NULL,
  code_expires_at timestamp(3) with time zone NOT NULL,
  redirect_uri text NOT NULL,
  code_challenge text,
  scope text[] NOT NULL,
  nonce text,
  signed_in_at timestamp(3) with time zone NOT NULL,
  redeemed_at timestamp(3) with time zone,
  revoked_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone NOT NULL,
  account_uuids uuid[],
  for_mcp boolean DEFAULT false NOT NULL,
  CONSTRAINT oauth_authorizations_pkey PRIMARY KEY (uuid),
  CONSTRAINT oauth_authorizations_code_hash_key UNIQUE (code_hash),
  CONSTRAINT oauth_authorizations_account_uuids_check CHECK (cardinality(account_uuids) > 0),
  CONSTRAINT oauth_authorizations_grant_uuid_fkey FOREIGN KEY (grant_uuid) REFERENCES oauth_grants(uuid) ON DELETE CASCADE
);
CREATE INDEX oauth_authorizations_code_expires_at_idx ON public.oauth_authorizations USING btree (code_expires_at) WHERE (redeemed_at IS NULL);
CREATE INDEX oauth_authorizations_grant_uuid_idx ON public.oauth_authorizations USING btree (grant_uuid);

CREATE TABLE oauth_client_secrets (
  uuid uuid NOT NULL,
  client_uuid uuid NOT NULL,
  secret_hash bytea NOT NULL,
  last_four text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT oauth_client_secrets_pkey PRIMARY KEY (uuid),
  CONSTRAINT oauth_client_secrets_secret_hash_key UNIQUE (secret_hash),
  CONSTRAINT oauth_client_secrets_client_uuid_fkey FOREIGN KEY (client_uuid) REFERENCES oauth_clients(uuid) ON DELETE CASCADE
);
CREATE INDEX oauth_client_secrets_client_uuid_idx ON public.oauth_client_secrets USING btree (client_uuid);

CREATE TABLE oauth_clients (
  uuid uuid NOT NULL,
  name text NOT NULL,
  company text NOT NULL,
  email text NOT NULL,
  redirect_urls text[] NOT NULL,
  require_pkce boolean DEFAULT false NOT NULL,
  disabled_at timestamp(3) with time zone,
  deleted_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  id_token_signed_response_alg text NOT NULL,
  allowed_origins text[] NOT NULL,
  document_url text,
  document_read_at timestamp(3) with time zone,
  CONSTRAINT oauth_clients_pkey PRIMARY KEY (uuid),
  CONSTRAINT oauth_clients_document_url_key UNIQUE (document_url),
  CONSTRAINT oauth_clients_id_token_signed_response_alg_check CHECK (id_token_signed_response_alg = ANY (ARRAY['RS256'::text, 'ES256'::text]))
);

CREATE TABLE oauth_grants (
  uuid uuid NOT NULL,
  user_uuid uuid NOT NULL,
  client_uuid uuid NOT NULL,
  scope text[] NOT NULL,
  last_used_at timestamp(3) with time zone,
  revoked_at timestamp(3) with time zone,
  revoked_reason text,
  created_at timestamp(3) with time zone NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  redirect_urls text[] NOT NULL,
  account_uuids uuid[],
  asked_scope text[],
  CONSTRAINT oauth_grants_pkey PRIMARY KEY (uuid),
  CONSTRAINT oauth_grants_account_uuids_check CHECK (cardinality(account_uuids) > 0),
  CONSTRAINT oauth_grants_check CHECK ((revoked_at IS NULL) = (revoked_reason IS NULL)),
  CONSTRAINT oauth_grants_revoked_reason_check CHECK (revoked_reason = ANY (ARRAY['by_user'::text, 'by_operator'::text, 'by_client'::text, 'by_account'::text, 'refresh_token_reused'::text, 'token_leaked'::text, 'password_changed'::text, 'expired'::text])),
  CONSTRAINT oauth_grants_client_uuid_fkey FOREIGN KEY (client_uuid) REFERENCES oauth_clients(uuid) ON DELETE CASCADE,
  CONSTRAINT oauth_grants_user_uuid_fkey FOREIGN KEY (user_uuid) REFERENCES users(uuid) ON DELETE CASCADE
);
CREATE INDEX oauth_grants_client_uuid_idx ON public.oauth_grants USING btree (client_uuid);
CREATE UNIQUE INDEX oauth_grants_live_key ON public.oauth_grants USING btree (user_uuid, client_uuid) WHERE (revoked_at IS NULL);
CREATE INDEX oauth_grants_revoked_at_idx ON public.oauth_grants USING btree (revoked_at) WHERE (revoked_at IS NOT NULL);

CREATE TABLE oauth_signing_keys (
  uuid uuid NOT NULL,
  public_jwk jsonb NOT NULL,
  private_jwk_encrypted bytea NOT NULL,
  used_from timestamp(3) with time zone NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  algorithm text NOT NULL,
  CONSTRAINT oauth_signing_keys_pkey PRIMARY KEY (uuid),
  CONSTRAINT oauth_signing_keys_algorithm_check CHECK (algorithm = ANY (ARRAY['RS256'::text, 'ES256'::text]))
);

CREATE TABLE oauth_token_pairs (
  uuid uuid NOT NULL,
  authorization_uuid uuid NOT NULL,
  access_token_hash bytea NOT NULL,
  access_token_scope text[] NOT NULL,
  access_token_expires_at timestamp(3) with time zone NOT NULL,
  access_token_revoked_at timestamp(3) with time zone,
  refresh_token_hash bytea NOT NULL,
  refresh_token_expires_at timestamp(3) with time zone NOT NULL,
  refreshed_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT oauth_token_pairs_pkey PRIMARY KEY (uuid),
  CONSTRAINT oauth_token_pairs_access_token_hash_key UNIQUE (access_token_hash),
  CONSTRAINT oauth_token_pairs_refresh_token_hash_key UNIQUE (refresh_token_hash),
  CONSTRAINT oauth_token_pairs_authorization_uuid_fkey FOREIGN KEY (authorization_uuid) REFERENCES oauth_authorizations(uuid) ON DELETE CASCADE
);
CREATE INDEX oauth_token_pairs_authorization_uuid_idx ON public.oauth_token_pairs USING btree (authorization_uuid);
CREATE INDEX oauth_token_pairs_refresh_token_expires_at_idx ON public.oauth_token_pairs USING btree (refresh_token_expires_at);

CREATE TABLE one_time_links (
  uuid uuid NOT NULL,
  user_uuid uuid NOT NULL,
  purpose text NOT NULL,
  token_hash bytea NOT NULL,
  email text,
  expires_at timestamp(3) with time zone NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT one_time_links_pkey PRIMARY KEY (uuid),
  CONSTRAINT one_time_links_token_hash_key UNIQUE (token_hash),
  CONSTRAINT one_time_links_check CHECK ((email IS NOT NULL) = (purpose = 'email_change'::text)),
  CONSTRAINT one_time_links_purpose_check CHECK (purpose = ANY (ARRAY['password_reset'::text, 'email_change'::text])),
  CONSTRAINT one_time_links_user_uuid_fkey FOREIGN KEY (user_uuid) REFERENCES users(uuid) ON DELETE CASCADE
);
CREATE INDEX one_time_links_expires_at_idx ON public.one_time_links USING btree (expires_at);
CREATE INDEX one_time_links_user_uuid_idx ON public.one_time_links USING btree (user_uuid);

CREATE TABLE outgoing_mails (
  uuid uuid NOT NULL,
  account_uuid uuid NOT NULL,
  user_uuid uuid NOT NULL,
  mailbox_uuid uuid,
  sender jsonb NOT NULL,
  receivers jsonb NOT NULL,
  subject text NOT NULL,
  text text NOT NULL,
  message_id text NOT NULL,
  answered_ids text[] NOT NULL,
  in_reply_to_uuid uuid,
  record_resource text,
  record_uuid uuid,
  state text NOT NULL,
  problem jsonb,
  attempt integer DEFAULT 0 NOT NULL,
  failure_count integer DEFAULT 0 NOT NULL,
  due_at timestamp(3) with time zone NOT NULL,
  dated_at timestamp(3) with time zone NOT NULL,
  is_filed boolean DEFAULT false NOT NULL,
  mail_uuid uuid,
  ended_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  files jsonb DEFAULT '[]'::jsonb NOT NULL,
  CONSTRAINT outgoing_mails_pkey PRIMARY KEY (uuid),
  CONSTRAINT outgoing_mails_state_check CHECK (state = ANY (ARRAY['waiting'::text, 'sending'::text, 'sent'::text, 'uncertain'::text, 'failed'::text, 'cancelled'::text])),
  CONSTRAINT outgoing_mails_account_uuid_fkey FOREIGN KEY (account_uuid) REFERENCES accounts(uuid) ON DELETE CASCADE,
  CONSTRAINT outgoing_mails_mailbox_uuid_fkey FOREIGN KEY (mailbox_uuid) REFERENCES mailboxes(uuid) ON DELETE SET NULL,
  CONSTRAINT outgoing_mails_user_uuid_account_uuid_fkey FOREIGN KEY (user_uuid, account_uuid) REFERENCES logins(user_uuid, account_uuid) ON DELETE CASCADE
);
CREATE INDEX outgoing_mails_ended_at_idx ON public.outgoing_mails USING btree (ended_at);
CREATE INDEX outgoing_mails_mailbox_idx ON public.outgoing_mails USING btree (mailbox_uuid);
CREATE INDEX outgoing_mails_under_way_idx ON public.outgoing_mails USING btree (due_at) WHERE (ended_at IS NULL);
CREATE INDEX outgoing_mails_user_idx ON public.outgoing_mails USING btree (user_uuid, account_uuid, uuid);

CREATE TABLE personal_access_tokens (
  uuid uuid NOT NULL,
  user_uuid uuid NOT NULL,
  name text NOT NULL,
  token_hash bytea NOT NULL,
  last_four text NOT NULL,
  expires_at timestamp(3) with time zone,
  revoked_at timestamp(3) with time zone,
  last_used_at timestamp(3) with time zone,
  last_used_address text,
  last_used_agent text,
  warned_days smallint,
  created_at timestamp(3) with time zone NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  previous_token_hash bytea,
  previous_valid_until timestamp(3) with time zone,
  default_account_uuid uuid,
  scope text[] DEFAULT '{*}'::text[] NOT NULL,
  account_uuids uuid[],
  CONSTRAINT personal_access_tokens_pkey PRIMARY KEY (uuid),
  CONSTRAINT personal_access_tokens_previous_token_hash_key UNIQUE (previous_token_hash),
  CONSTRAINT personal_access_tokens_token_hash_key UNIQUE (token_hash),
  CONSTRAINT personal_access_tokens_account_uuids_check CHECK (cardinality(account_uuids) > 0),
  CONSTRAINT personal_access_tokens_check CHECK ((previous_token_hash IS NULL) = (previous_valid_until IS NULL)),
  CONSTRAINT personal_access_tokens_scope_check CHECK (cardinality(scope) > 0),
  CONSTRAINT personal_access_tokens_user_uuid_fkey FOREIGN KEY (user_uuid) REFERENCES users(uuid) ON DELETE CASCADE
);
CREATE INDEX personal_access_tokens_expires_at_idx ON public.personal_access_tokens USING btree (expires_at) WHERE (revoked_at IS NULL);
CREATE INDEX personal_access_tokens_user_uuid_idx ON public.personal_access_tokens USING btree (user_uuid);

CREATE TABLE pipelines (
  uuid uuid NOT NULL,
  account_uuid uuid NOT NULL,
  version integer NOT NULL,
  name text NOT NULL,
  "position" integer,
  archived_at timestamp(3) with time zone,
  tags text[] NOT NULL,
  owner_uuid uuid,
  external_id text,
  custom jsonb NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  deleted_at timestamp(3) with time zone,
  name_order text COLLATE "C" GENERATED ALWAYS AS (numbered(name)) STORED NOT NULL,
  CONSTRAINT pipelines_pkey PRIMARY KEY (uuid),
  CONSTRAINT pipelines_account_uuid_uuid_fkey FOREIGN KEY (account_uuid, uuid) REFERENCES records(account_uuid, uuid) ON DELETE CASCADE,
  CONSTRAINT pipelines_owner_uuid_fkey FOREIGN KEY (owner_uuid) REFERENCES users(uuid) ON DELETE SET NULL
);
CREATE INDEX pipelines_archived_at_idx ON public.pipelines USING btree (account_uuid, COALESCE(archived_at, '-infinity'::timestamp with time zone), uuid) WHERE (deleted_at IS NULL);
CREATE INDEX pipelines_created_at_idx ON public.pipelines USING btree (account_uuid, created_at, uuid) WHERE (deleted_at IS NULL);
CREATE INDEX pipelines_deleted_at_idx ON public.pipelines USING btree (account_uuid, deleted_at, uuid) WHERE (deleted_at IS NOT NULL);
CREATE INDEX pipelines_external_id_idx ON public.pipelines USING btree (account_uuid, COALESCE(external_id, ''::text), created_at, uuid) WHERE (deleted_at IS NULL);
CREATE UNIQUE INDEX pipelines_external_id_key ON public.pipelines USING btree (account_uuid, external_id) WHERE (deleted_at IS NULL);
CREATE INDEX pipelines_name_idx ON public.pipelines USING btree (account_uuid, folded(name), uuid) WHERE (deleted_at IS NULL);
CREATE INDEX pipelines_name_order_idx ON public.pipelines USING btree (account_uuid, name_order, uuid) WHERE (deleted_at IS NULL);
CREATE INDEX pipelines_owner_uuid_idx ON public.pipelines USING btree (account_uuid, owner_uuid, created_at, uuid) WHERE (deleted_at IS NULL);
CREATE INDEX pipelines_position_idx ON public.pipelines USING btree (account_uuid, COALESCE(("position")::numeric, '-Infinity'::numeric), uuid) WHERE (deleted_at IS NULL);
CREATE INDEX pipelines_tags_idx ON public.pipelines USING gin (tags) WHERE (deleted_at IS NULL);
CREATE INDEX pipelines_updated_at_idx ON public.pipelines USING btree (account_uuid, updated_at, uuid) WHERE (deleted_at IS NULL);

CREATE TABLE points (
  account_uuid uuid NOT NULL,
  point text NOT NULL,
  record_uuid uuid NOT NULL,
  resource text NOT NULL,
  CONSTRAINT points_pkey PRIMARY KEY (account_uuid, point, record_uuid)
);
CREATE INDEX points_record_idx ON public.points USING btree (account_uuid, record_uuid, point);
CREATE TRIGGER points_new AFTER INSERT ON points REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION note_new_points();

CREATE TABLE proposals (
  uuid uuid NOT NULL,
  account_uuid uuid NOT NULL,
  user_uuid uuid NOT NULL,
  actor jsonb NOT NULL,
  message text,
  operations jsonb NOT NULL,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  decided_at timestamp with time zone,
  CONSTRAINT proposals_pkey PRIMARY KEY (uuid),
  CONSTRAINT proposals_account_uuid_fkey FOREIGN KEY (account_uuid) REFERENCES accounts(uuid) ON DELETE CASCADE,
  CONSTRAINT proposals_user_uuid_fkey FOREIGN KEY (user_uuid) REFERENCES users(uuid) ON DELETE CASCADE
);
CREATE INDEX proposals_account ON public.proposals USING btree (account_uuid, uuid);
CREATE INDEX proposals_end ON public.proposals USING btree (COALESCE(decided_at, expires_at));
CREATE INDEX proposals_user ON public.proposals USING btree (user_uuid) WHERE (decided_at IS NULL);

CREATE TABLE records (
  account_uuid uuid NOT NULL,
  uuid uuid NOT NULL,
  resource text NOT NULL,
  is_sample boolean DEFAULT false NOT NULL,
  CONSTRAINT records_pkey PRIMARY KEY (account_uuid, uuid),
  CONSTRAINT records_account_uuid_fkey FOREIGN KEY (account_uuid) REFERENCES accounts(uuid) ON DELETE CASCADE
);
CREATE INDEX records_sample_idx ON public.records USING btree (account_uuid) WHERE is_sample;

CREATE TABLE recovery_codes (
  user_uuid uuid NOT NULL,
  code_hash bytea NOT NULL,
  used_at timestamp(3) with time zone,
  CONSTRAINT recovery_codes_pkey PRIMARY KEY (user_uuid, code_hash),
  CONSTRAINT recovery_codes_user_uuid_fkey FOREIGN KEY (user_uuid) REFERENCES users(uuid) ON DELETE CASCADE
);

CREATE TABLE refused_addresses (
  email text NOT NULL,
  refused_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT refused_addresses_pkey PRIMARY KEY (email)
);

CREATE TABLE reminders (
  record_uuid uuid NOT NULL,
  account_uuid uuid NOT NULL,
  user_uuid uuid NOT NULL,
  resource text NOT NULL,
  title text NOT NULL,
  due_on date,
  due_at timestamp(3) with time zone,
  lead text NOT NULL,
  changed_at timestamp(3) with time zone NOT NULL,
  remind_at timestamp(3) with time zone,
  CONSTRAINT reminders_pkey PRIMARY KEY (record_uuid),
  CONSTRAINT reminders_account_uuid_record_uuid_fkey FOREIGN KEY (account_uuid, record_uuid) REFERENCES records(account_uuid, uuid) ON DELETE CASCADE,
  CONSTRAINT reminders_user_uuid_fkey FOREIGN KEY (user_uuid) REFERENCES users(uuid) ON DELETE CASCADE
);
CREATE INDEX reminders_account_idx ON public.reminders USING btree (account_uuid, record_uuid);
CREATE INDEX reminders_open_idx ON public.reminders USING btree (record_uuid) WHERE (remind_at IS NULL);
CREATE INDEX reminders_remind_at_idx ON public.reminders USING btree (remind_at, record_uuid) WHERE (remind_at IS NOT NULL);
CREATE INDEX reminders_user_idx ON public.reminders USING btree (user_uuid);

CREATE TABLE secret_key_check (
  only_row boolean DEFAULT true NOT NULL,
  ciphertext bytea NOT NULL,
  CONSTRAINT secret_key_check_pkey PRIMARY KEY (only_row),
  CONSTRAINT secret_key_check_only_row_check CHECK (only_row)
);

CREATE TABLE sign_in_hosts (
  user_uuid uuid NOT NULL,
  host text NOT NULL,
  last_used_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT sign_in_hosts_pkey PRIMARY KEY (user_uuid, host),
  CONSTRAINT sign_in_hosts_user_uuid_fkey FOREIGN KEY (user_uuid) REFERENCES users(uuid) ON DELETE CASCADE
);
CREATE INDEX sign_in_hosts_last_used_at_idx ON public.sign_in_hosts USING btree (last_used_at);

CREATE TABLE sign_in_tries (
  uuid uuid NOT NULL,
  key bytea NOT NULL,
  tried_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT sign_in_tries_pkey PRIMARY KEY (uuid, key)
);
CREATE INDEX sign_in_tries_key_idx ON public.sign_in_tries USING btree (key, tried_at);
CREATE INDEX sign_in_tries_tried_at_idx ON public.sign_in_tries USING btree (tried_at);

CREATE TABLE stages (
  account_uuid uuid NOT NULL,
  uuid uuid NOT NULL,
  pipeline_uuid uuid NOT NULL,
  "position" integer NOT NULL,
  name text NOT NULL,
  probability integer,
  rot_days integer,
  CONSTRAINT stages_pkey PRIMARY KEY (account_uuid, uuid),
  CONSTRAINT stages_account_uuid_pipeline_uuid_fkey FOREIGN KEY (account_uuid, pipeline_uuid) REFERENCES records(account_uuid, uuid) ON DELETE CASCADE
);
CREATE INDEX stages_pipeline_idx ON public.stages USING btree (account_uuid, pipeline_uuid, "position");

CREATE TABLE tags (
  uuid uuid NOT NULL,
  account_uuid uuid NOT NULL,
  name text NOT NULL,
  color text,
  job_uuid uuid,
  version integer NOT NULL,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT tags_pkey PRIMARY KEY (uuid),
  CONSTRAINT tags_account_uuid_fkey FOREIGN KEY (account_uuid) REFERENCES accounts(uuid) ON DELETE CASCADE
);
CREATE UNIQUE INDEX tags_name_idx ON public.tags USING btree (account_uuid, folded(name));

CREATE TABLE tasks (
  uuid uuid NOT NULL,
  account_uuid uuid NOT NULL,
  version integer NOT NULL,
  title text NOT NULL,
  body text,
  type text NOT NULL,
  due_on date,
  due_at timestamp(3) with time zone,
  priority text NOT NULL,
  assignee_uuid uuid,
  status text NOT NULL,
  completed_at timestamp(3) with time zone,
  outcome text,
  duration_min integer,
  tags text[] NOT NULL,
  owner_uuid uuid,
  external_id text,
  custom jsonb NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  deleted_at timestamp(3) with time zone,
  search tsvector NOT NULL,
  source_created_at timestamp(3) with time zone,
  reminder text NOT NULL,
  direction text NOT NULL,
  call_outcome text NOT NULL,
  title_order text COLLATE "C" GENERATED ALWAYS AS (numbered(title)) STORED NOT NULL,
  CONSTRAINT tasks_pkey PRIMARY KEY (uuid),
  CONSTRAINT tasks_account_uuid_uuid_fkey FOREIGN KEY (account_uuid, uuid) REFERENCES records(account_uuid, uuid) ON DELETE CASCADE,
  CONSTRAINT tasks_assignee_uuid_fkey FOREIGN KEY (assignee_uuid) REFERENCES users(uuid),
  CONSTRAINT tasks_owner_uuid_fkey FOREIGN KEY (owner_uuid) REFERENCES users(uuid)
);
CREATE INDEX tasks_assignee_uuid_idx ON public.tasks USING btree (account_uuid, assignee_uuid, created_at, uuid) WHERE (deleted_at IS NULL);
CREATE INDEX tasks_calendar_idx ON public.tasks USING btree (account_uuid, assignee_uuid, due_on, uuid) WHERE ((deleted_at IS NULL) AND (due_on IS NOT NULL));
CREATE INDEX tasks_completed_at_idx ON public.tasks USING btree (account_uuid, COALESCE(completed_at, '-infinity'::timestamp with time zone), uuid) WHERE (deleted_at IS NULL);
CREATE INDEX tasks_created_at_idx ON public.tasks USING btree (account_uuid, created_at, uuid) WHERE (deleted_at IS NULL);
CREATE INDEX tasks_deleted_at_idx ON public.tasks USING btree (account_uuid, deleted_at, uuid) WHERE (deleted_at IS NOT NULL);
CREATE INDEX tasks_deleted_for_idx ON public.tasks USING btree (account_uuid, assignee_uuid, uuid) WHERE (deleted_at IS NOT NULL);
CREATE INDEX tasks_deleted_of_idx ON public.tasks USING btree (account_uuid, owner_uuid, assignee_uuid, uuid) WHERE (deleted_at IS NOT NULL);
CREATE INDEX tasks_due_on_idx ON public.tasks USING btree (account_uuid, COALESCE(due_on, 'infinity'::date), uuid) WHERE (deleted_at IS NULL);
CREATE INDEX tasks_external_id_idx ON public.tasks USING btree (account_uuid, COALESCE(external_id, ''::text), created_at, uuid) WHERE (deleted_at IS NULL);
CREATE UNIQUE INDEX tasks_external_id_key ON public.tasks USING btree (account_uuid, external_id) WHERE (deleted_at IS NULL);
CREATE INDEX tasks_open_idx ON public.tasks USING btree (account_uuid, COALESCE(due_on, 'infinity'::date), uuid) WHERE ((deleted_at IS NULL) AND (status = 'open'::text));
CREATE INDEX tasks_open_of_user_idx ON public.tasks USING btree (account_uuid, assignee_uuid, COALESCE(due_on, 'infinity'::date), uuid) WHERE ((deleted_at IS NULL) AND (status = 'open'::text));
CREATE INDEX tasks_owner_uuid_idx ON public.tasks USING btree (account_uuid, owner_uuid, created_at, uuid) WHERE (deleted_at IS NULL);
CREATE INDEX tasks_priority_idx ON public.tasks USING btree (account_uuid, priority, created_at, uuid) WHERE (deleted_at IS NULL);
CREATE INDEX tasks_search_idx ON public.tasks USING gin (search) WHERE (deleted_at IS NULL);
CREATE INDEX tasks_status_completed_at_idx ON public.tasks USING btree (account_uuid, status, COALESCE(completed_at, '-infinity'::timestamp with time zone), uuid) INCLUDE (completed_at, assignee_uuid, type) WHERE (deleted_at IS NULL);
CREATE INDEX tasks_status_idx ON public.tasks USING btree (account_uuid, status, created_at, uuid) WHERE (deleted_at IS NULL);
CREATE INDEX tasks_tags_idx ON public.tasks USING gin (tags) WHERE (deleted_at IS NULL);
CREATE INDEX tasks_title_idx ON public.tasks USING btree (account_uuid, folded(title), uuid) WHERE (deleted_at IS NULL);
CREATE INDEX tasks_title_order_idx ON public.tasks USING btree (account_uuid, title_order, uuid) WHERE (deleted_at IS NULL);
CREATE INDEX tasks_type_idx ON public.tasks USING btree (account_uuid, type, created_at, uuid) WHERE (deleted_at IS NULL);
CREATE INDEX tasks_updated_at_idx ON public.tasks USING btree (account_uuid, updated_at, uuid) WHERE (deleted_at IS NULL);
CREATE TRIGGER tasks_search_changed BEFORE UPDATE ON tasks FOR EACH ROW WHEN (old.title IS DISTINCT FROM new.title OR old.body IS DISTINCT FROM new.body OR old.outcome IS DISTINCT FROM new.outcome OR old.external_id IS DISTINCT FROM new.external_id OR old.tags IS DISTINCT FROM new.tags OR old.custom IS DISTINCT FROM new.custom) EXECUTE FUNCTION search_tasks();
CREATE TRIGGER tasks_search_new BEFORE INSERT ON tasks FOR EACH ROW EXECUTE FUNCTION search_tasks();

CREATE TABLE team_members (
  team_uuid uuid NOT NULL,
  account_uuid uuid NOT NULL,
  user_uuid uuid NOT NULL,
  CONSTRAINT team_members_pkey PRIMARY KEY (team_uuid, user_uuid),
  CONSTRAINT team_members_account_uuid_team_uuid_fkey FOREIGN KEY (account_uuid, team_uuid) REFERENCES teams(account_uuid, uuid) ON DELETE CASCADE,
  CONSTRAINT team_members_user_uuid_account_uuid_fkey FOREIGN KEY (user_uuid, account_uuid) REFERENCES logins(user_uuid, account_uuid) ON DELETE CASCADE
);
CREATE INDEX team_members_account_idx ON public.team_members USING btree (account_uuid, team_uuid);
CREATE INDEX team_members_user_idx ON public.team_members USING btree (user_uuid, account_uuid);

CREATE TABLE teams (
  uuid uuid NOT NULL,
  account_uuid uuid NOT NULL,
  name text NOT NULL,
  version integer NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT teams_pkey PRIMARY KEY (uuid),
  CONSTRAINT teams_account_uuid_uuid_key UNIQUE (account_uuid, uuid),
  CONSTRAINT teams_account_uuid_fkey FOREIGN KEY (account_uuid) REFERENCES accounts(uuid) ON DELETE CASCADE
);
CREATE UNIQUE INDEX teams_name_key ON public.teams USING btree (account_uuid, folded(name));

CREATE TABLE timeline (
  account_uuid uuid NOT NULL,
  record_uuid uuid NOT NULL,
  event_uuid uuid NOT NULL,
  CONSTRAINT timeline_pkey PRIMARY KEY (record_uuid, event_uuid),
  CONSTRAINT timeline_event_uuid_fkey FOREIGN KEY (event_uuid) REFERENCES events(uuid) ON DELETE CASCADE
);
CREATE INDEX timeline_event_idx ON public.timeline USING btree (event_uuid);

CREATE TABLE totp_secrets (
  user_uuid uuid NOT NULL,
  secret bytea NOT NULL,
  last_step bigint DEFAULT 0 NOT NULL,
  enabled_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT totp_secrets_pkey PRIMARY KEY (user_uuid),
  CONSTRAINT totp_secrets_user_uuid_fkey FOREIGN KEY (user_uuid) REFERENCES users(uuid) ON DELETE CASCADE
);

CREATE TABLE undos (
  account_uuid uuid NOT NULL,
  change_uuid uuid NOT NULL,
  undone_by uuid NOT NULL,
  in_effect boolean NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  outcome jsonb,
  job_uuid uuid,
  CONSTRAINT undos_pkey PRIMARY KEY (account_uuid, change_uuid, undone_by),
  CONSTRAINT undos_account_uuid_fkey FOREIGN KEY (account_uuid) REFERENCES accounts(uuid) ON DELETE CASCADE
);
CREATE INDEX undos_outcome_idx ON public.undos USING btree (created_at) WHERE (outcome IS NOT NULL);
CREATE INDEX undos_undone_by_idx ON public.undos USING btree (account_uuid, undone_by);

CREATE TABLE users (
  uuid uuid NOT NULL,
  email text NOT NULL,
  email_verified_at timestamp(3) with time zone,
  name text NOT NULL,
  password_hash text NOT NULL,
  deactivated_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  default_account_uuid uuid,
  time_zone text,
  language text,
  closed_hints text[] DEFAULT '{}'::text[] NOT NULL,
  CONSTRAINT users_pkey PRIMARY KEY (uuid)
);
CREATE UNIQUE INDEX users_email_key ON public.users USING btree (lower(email));

CREATE TABLE view_changes (
  account_uuid uuid NOT NULL,
  change_uuid uuid NOT NULL,
  view_uuid uuid NOT NULL,
  before text NOT NULL,
  after text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT view_changes_pkey PRIMARY KEY (account_uuid, change_uuid, view_uuid),
  CONSTRAINT view_changes_account_uuid_fkey FOREIGN KEY (account_uuid) REFERENCES accounts(uuid) ON DELETE CASCADE,
  CONSTRAINT view_changes_view_uuid_fkey FOREIGN KEY (view_uuid) REFERENCES views(uuid) ON DELETE CASCADE
);
CREATE INDEX view_changes_created_at_idx ON public.view_changes USING btree (created_at);
CREATE INDEX view_changes_view_uuid_idx ON public.view_changes USING btree (view_uuid);

CREATE TABLE view_marks (
  user_uuid uuid NOT NULL,
  view_uuid uuid NOT NULL,
  pinned boolean NOT NULL,
  "position" integer,
  CONSTRAINT view_marks_pkey PRIMARY KEY (user_uuid, view_uuid),
  CONSTRAINT view_marks_user_uuid_fkey FOREIGN KEY (user_uuid) REFERENCES users(uuid) ON DELETE CASCADE,
  CONSTRAINT view_marks_view_uuid_fkey FOREIGN KEY (view_uuid) REFERENCES views(uuid) ON DELETE CASCADE
);
CREATE INDEX view_marks_view_idx ON public.view_marks USING btree (view_uuid);

CREATE TABLE views (
  uuid uuid NOT NULL,
  account_uuid uuid NOT NULL,
  owner_uuid uuid,
  resource text NOT NULL,
  name text NOT NULL,
  shared boolean NOT NULL,
  query text NOT NULL,
  columns jsonb,
  layout text NOT NULL,
  group_by text,
  version integer NOT NULL,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT views_pkey PRIMARY KEY (uuid),
  CONSTRAINT views_account_uuid_fkey FOREIGN KEY (account_uuid) REFERENCES accounts(uuid) ON DELETE CASCADE,
  CONSTRAINT views_owner_uuid_fkey FOREIGN KEY (owner_uuid) REFERENCES users(uuid) ON DELETE CASCADE
);
CREATE INDEX views_account_idx ON public.views USING btree (account_uuid, resource);
CREATE INDEX views_owner_idx ON public.views USING btree (owner_uuid, account_uuid);

CREATE TABLE webhook_attempt_hours (
  subscription_uuid uuid NOT NULL,
  hour timestamp(3) with time zone NOT NULL,
  succeeded integer NOT NULL,
  failed integer NOT NULL,
  duration_ms bigint NOT NULL,
  duration_max_ms integer NOT NULL,
  CONSTRAINT webhook_attempt_hours_pkey PRIMARY KEY (subscription_uuid, hour)
) WITH (fillfactor=70);
CREATE INDEX webhook_attempt_hours_hour_idx ON public.webhook_attempt_hours USING btree (hour);

CREATE TABLE webhook_attempts (
  delivery_uuid uuid NOT NULL,
  number smallint NOT NULL,
  started_at timestamp(3) with time zone NOT NULL,
  duration_ms integer NOT NULL,
  dns_ms integer,
  connect_ms integer,
  first_byte_ms integer,
  response_status smallint,
  error_kind text,
  error_detail text,
  request_headers json,
  response_excerpt text,
  signature text,
  standard_signature text,
  CONSTRAINT webhook_attempts_pkey PRIMARY KEY (delivery_uuid, number)
) PARTITION BY RANGE (delivery_uuid);

CREATE TABLE webhook_attempts_default PARTITION OF webhook_attempts DEFAULT;

CREATE TABLE webhook_endpoints (
  subscription_uuid uuid NOT NULL,
  disabled boolean DEFAULT false NOT NULL,
  slots smallint DEFAULT 8 NOT NULL,
  consecutive_failures integer DEFAULT 0 NOT NULL,
  failing_since timestamp(3) with time zone,
  probe_count smallint DEFAULT 0 NOT NULL,
  paused_until timestamp(3) with time zone,
  last_outgoing_webhook_call_at timestamp(3) with time zone,
  warning text,
  warned_of timestamp(3) with time zone,
  probe_uuid uuid,
  transaction_id xid8 DEFAULT pg_current_xact_id() NOT NULL,
  CONSTRAINT webhook_endpoints_pkey PRIMARY KEY (subscription_uuid),
  CONSTRAINT webhook_endpoints_warning_check CHECK (warning = ANY (ARRAY['half'::text, 'soon'::text, 'disabled'::text])),
  CONSTRAINT webhook_endpoints_subscription_uuid_fkey FOREIGN KEY (subscription_uuid) REFERENCES webhook_subscriptions(uuid) ON DELETE CASCADE
) WITH (fillfactor=50);
CREATE INDEX webhook_endpoints_failing_since_idx ON public.webhook_endpoints USING btree (failing_since) WHERE (paused_until IS NOT NULL);
CREATE INDEX webhook_endpoints_transaction_id_idx ON public.webhook_endpoints USING btree (transaction_id);

CREATE TABLE webhook_finished_deliveries (
  uuid uuid NOT NULL,
  subscription_uuid uuid NOT NULL,
  account_uuid uuid NOT NULL,
  event_uuid uuid NOT NULL,
  event text NOT NULL,
  state text NOT NULL,
  not_sent_reason text,
  not_sent_detail text,
  attempt_count smallint NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  finished_at timestamp(3) with time zone NOT NULL,
  started_at timestamp(3) with time zone,
  duration_ms integer,
  dns_ms integer,
  connect_ms integer,
  first_byte_ms integer,
  response_status smallint,
  error_kind text,
  error_detail text,
  signature text,
  standard_signature text,
  request_headers json,
  response_excerpt text,
  CONSTRAINT webhook_finished_deliveries_pkey PRIMARY KEY (subscription_uuid, uuid),
  CONSTRAINT webhook_finished_deliveries_check CHECK ((state = 'not_sent'::text) = (not_sent_reason IS NOT NULL)),
  CONSTRAINT webhook_finished_deliveries_not_sent_reason_check CHECK (not_sent_reason = ANY (ARRAY['subscription_disabled'::text, 'subscription_deleted'::text, 'own_change'::text, 'imported'::text, 'target_not_allowed'::text, 'access_lost'::text, 'out_of_reach'::text, 'copy'::text])) NOT VALID,
  CONSTRAINT webhook_finished_deliveries_state_check CHECK (state = ANY (ARRAY['succeeded'::text, 'failed'::text, 'not_sent'::text]))
) PARTITION BY RANGE (uuid);
CREATE INDEX webhook_finished_deliveries_unsuccessful_idx ON ONLY public.webhook_finished_deliveries USING btree (subscription_uuid, uuid) WHERE (state <> 'succeeded'::text);

CREATE TABLE webhook_finished_deliveries_default PARTITION OF webhook_finished_deliveries DEFAULT;

CREATE TABLE webhook_open_deliveries (
  uuid uuid NOT NULL,
  subscription_uuid uuid NOT NULL,
  account_uuid uuid NOT NULL,
  event_uuid uuid NOT NULL,
  event text NOT NULL,
  attempt_count smallint NOT NULL,
  schedule_step smallint NOT NULL,
  due_at timestamp(3) with time zone NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  transaction_id xid8 DEFAULT pg_current_xact_id() NOT NULL,
  sending_by uuid,
  CONSTRAINT webhook_open_deliveries_pkey PRIMARY KEY (subscription_uuid, uuid)
) WITH (autovacuum_vacuum_scale_factor=0.02, autovacuum_vacuum_threshold=1000, autovacuum_vacuum_cost_delay=0);
CREATE INDEX webhook_open_deliveries_retry_idx ON public.webhook_open_deliveries USING btree (subscription_uuid, due_at) WHERE (schedule_step > 0);
CREATE INDEX webhook_open_deliveries_transaction_id_idx ON public.webhook_open_deliveries USING btree (transaction_id);

CREATE TABLE webhook_recoveries (
  uuid uuid NOT NULL,
  subscription_uuid uuid NOT NULL,
  state text NOT NULL,
  since timestamp(3) with time zone NOT NULL,
  until timestamp(3) with time zone NOT NULL,
  only_failed boolean NOT NULL,
  delivery_count integer NOT NULL,
  recovered_count integer NOT NULL,
  next_uuid uuid NOT NULL,
  end_uuid uuid NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  finished_at timestamp(3) with time zone,
  CONSTRAINT webhook_recoveries_pkey PRIMARY KEY (uuid),
  CONSTRAINT webhook_recoveries_state_check CHECK (state = ANY (ARRAY['running'::text, 'finished'::text, 'cancelled'::text])),
  CONSTRAINT webhook_recoveries_subscription_uuid_fkey FOREIGN KEY (subscription_uuid) REFERENCES webhook_subscriptions(uuid) ON DELETE CASCADE
);
CREATE UNIQUE INDEX webhook_recoveries_running_idx ON public.webhook_recoveries USING btree (subscription_uuid) WHERE (state = 'running'::text);
CREATE INDEX webhook_recoveries_subscription_idx ON public.webhook_recoveries USING btree (subscription_uuid, uuid);

CREATE TABLE webhook_relays (
  subscription_uuid uuid NOT NULL,
  lease_until timestamp(3) with time zone NOT NULL,
  CONSTRAINT webhook_relays_pkey PRIMARY KEY (subscription_uuid),
  CONSTRAINT webhook_relays_subscription_uuid_fkey FOREIGN KEY (subscription_uuid) REFERENCES webhook_subscriptions(uuid) ON DELETE CASCADE
);

CREATE TABLE webhook_subscriptions (
  uuid uuid NOT NULL,
  user_uuid uuid NOT NULL,
  oauth_client_uuid uuid,
  url text NOT NULL,
  events text[] NOT NULL,
  description text,
  account_uuids uuid[],
  skip_own boolean NOT NULL,
  signing_secret_encrypted bytea NOT NULL,
  enabled boolean NOT NULL,
  disabled_reason text,
  disabled_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  deleted_at timestamp(3) with time zone,
  token_uuid uuid,
  skip_imports boolean DEFAULT false NOT NULL,
  CONSTRAINT webhook_subscriptions_pkey PRIMARY KEY (uuid),
  CONSTRAINT webhook_subscriptions_check CHECK (enabled = (disabled_reason IS NULL) AND enabled = (disabled_at IS NULL)),
  CONSTRAINT webhook_subscriptions_disabled_reason_check CHECK (disabled_reason = ANY (ARRAY['by_user'::text, 'gone'::text, 'failing'::text, 'grant_revoked'::text])),
  CONSTRAINT webhook_subscriptions_user_uuid_fkey FOREIGN KEY (user_uuid) REFERENCES users(uuid) ON DELETE CASCADE
);
CREATE INDEX webhook_subscriptions_user_uuid_idx ON public.webhook_subscriptions USING btree (user_uuid);

CREATE TABLE worker_shards (
  shard smallint NOT NULL,
  worker_uuid uuid,
  CONSTRAINT worker_shards_pkey PRIMARY KEY (shard),
  CONSTRAINT worker_shards_worker_uuid_fkey FOREIGN KEY (worker_uuid) REFERENCES workers(uuid) ON DELETE SET NULL
) WITH (fillfactor=50);

CREATE TABLE workers (
  uuid uuid NOT NULL,
  lease_until timestamp(3) with time zone NOT NULL,
  machine text,
  process_id integer NOT NULL,
  sending integer DEFAULT 0 NOT NULL,
  lag_ms bigint DEFAULT 0 NOT NULL,
  CONSTRAINT workers_pkey PRIMARY KEY (uuid)
) WITH (fillfactor=50);

CREATE VIEW webhook_deliveries AS
 SELECT webhook_open_deliveries.uuid,
    webhook_open_deliveries.subscription_uuid,
    webhook_open_deliveries.account_uuid,
    webhook_open_deliveries.event_uuid,
    webhook_open_deliveries.event,
        CASE
            WHEN (EXISTS ( SELECT
               FROM workers worker
              WHERE worker.uuid = webhook_open_deliveries.sending_by)) THEN 'sending'::text
            ELSE 'pending'::text
        END AS state,
    NULL::text AS not_sent_reason,
    NULL::text AS not_sent_detail,
    webhook_open_deliveries.attempt_count,
    webhook_open_deliveries.due_at,
    webhook_open_deliveries.created_at,
    NULL::timestamp(3) with time zone AS finished_at,
    NULL::timestamp(3) with time zone AS last_started_at,
    NULL::smallint AS last_status,
    NULL::text AS last_error_kind
   FROM webhook_open_deliveries
UNION ALL
 SELECT webhook_finished_deliveries.uuid,
    webhook_finished_deliveries.subscription_uuid,
    webhook_finished_deliveries.account_uuid,
    webhook_finished_deliveries.event_uuid,
    webhook_finished_deliveries.event,
    webhook_finished_deliveries.state,
    webhook_finished_deliveries.not_sent_reason,
    webhook_finished_deliveries.not_sent_detail,
    webhook_finished_deliveries.attempt_count,
    NULL::timestamp with time zone AS due_at,
    webhook_finished_deliveries.created_at,
    webhook_finished_deliveries.finished_at,
    webhook_finished_deliveries.started_at AS last_started_at,
    webhook_finished_deliveries.response_status AS last_status,
    webhook_finished_deliveries.error_kind AS last_error_kind
   FROM webhook_finished_deliveries;
