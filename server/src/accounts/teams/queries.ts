import { TEAMS_OF_USER_MAX, type Team } from '@rapport/contract/teams';
import sql, { raw, type Sql } from 'sql-template-tag';
import { type Reach, within } from '../../access/reach.ts';
import type { Queryable } from '../../platform/database/database.ts';

/** Teams with their members, in the order of their Logins. */
const SELECT = sql`
  SELECT uuid, account_uuid, name, coalesce((
      SELECT json_agg(user_uuid ORDER BY user_uuid) FROM team_members WHERE team_uuid = teams.uuid), '[]') AS member_uuids,
    version, created_at, updated_at
  FROM teams`;

export function listTeams(db: Queryable, reach: Reach, limit: number): Promise<Team[]> {
  return db.query(sql`${SELECT} WHERE ${within(reach)} ORDER BY folded(name), uuid LIMIT ${limit}`);
}

export async function findTeam(
  db: Queryable,
  reach: Reach,
  uuid: string,
  lock: Sql = raw(''),
): Promise<Team | undefined> {
  const [team] = await db.query<Team>(sql`${SELECT} WHERE uuid = ${uuid} AND ${within(reach)} ${lock}`);
  return team;
}

/** Has other changes of the Account's teams wait, and says what there is of other teams. */
export async function lockOthers(
  tx: Queryable,
  account_uuid: string,
  { uuid, name, member_uuids }: Pick<Team, 'uuid' | 'name' | 'member_uuids'>,
): Promise<{ teams: number; is_named: boolean; strangers: string[]; busy: string[] }> {
  await tx.query(sql`SELECT pg_advisory_xact_lock(hashtextextended('teams of ' || ${account_uuid}, 0))`);
  const [row] = await tx.query<{ teams: number; is_named: boolean; strangers: string[]; busy: string[] }>(sql`
    SELECT
      (SELECT count(*) FROM teams WHERE account_uuid = ${account_uuid} AND uuid <> ${uuid}) AS teams,
      EXISTS (SELECT FROM teams WHERE account_uuid = ${account_uuid} AND uuid <> ${uuid} AND folded(name) = folded(${name})) AS is_named,
      ARRAY(SELECT one::text FROM unnest(${member_uuids}::uuid[]) AS one WHERE NOT EXISTS (
        SELECT FROM logins WHERE logins.account_uuid = ${account_uuid} AND logins.user_uuid = one)) AS strangers,
      ARRAY(SELECT user_uuid::text FROM team_members
        WHERE account_uuid = ${account_uuid} AND team_uuid <> ${uuid} AND user_uuid = ANY(${member_uuids}::uuid[])
        GROUP BY user_uuid HAVING count(*) >= ${TEAMS_OF_USER_MAX}) AS busy`);
  return row!;
}

export async function insertTeam(tx: Queryable, team: Team): Promise<void> {
  await tx.query(sql`
    INSERT INTO teams (uuid, account_uuid, name, version, created_at, updated_at)
    VALUES (${team.uuid}, ${team.account_uuid}, ${team.name}, ${team.version}, ${team.created_at}, ${team.updated_at})`);
  await insertMembers(tx, team);
}

export async function updateTeam(tx: Queryable, team: Team): Promise<void> {
  await tx.query(sql`
    UPDATE teams SET name = ${team.name}, version = ${team.version}, updated_at = ${team.updated_at}
    WHERE uuid = ${team.uuid} AND account_uuid = ${team.account_uuid}`);
  await tx.query(sql`
    DELETE FROM team_members WHERE team_uuid = ${team.uuid} AND account_uuid = ${team.account_uuid}`);
  await insertMembers(tx, team);
}

async function insertMembers(tx: Queryable, { uuid, account_uuid, member_uuids }: Team): Promise<void> {
  await tx.query(sql`
    INSERT INTO team_members (team_uuid, account_uuid, user_uuid)
    SELECT ${uuid}, ${account_uuid}, one FROM unnest(${member_uuids}::uuid[]) AS one`);
}

export async function deleteTeam(tx: Queryable, { uuid, account_uuid }: Team): Promise<void> {
  await tx.query(sql`DELETE FROM teams WHERE uuid = ${uuid} AND account_uuid = ${account_uuid}`);
}
