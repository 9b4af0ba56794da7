import type { FieldError } from '@rapport/contract/problems';
import {
  TEAMS_MAX,
  TEAMS_OF_USER_MAX,
  type Team,
  type TeamCreate,
  type TeamUpdate,
} from '@rapport/contract/teams';
import { raw } from 'sql-template-tag';
import type { Caller } from '../../access/caller.ts';
import { reachOf } from '../../access/reach.ts';
import { accountToWrite, reachIn, refuseUnless } from '../../access/rules.ts';
import { recordAudit } from '../../audit/actions.ts';
import { nudge } from '../../live/nudge.ts';
import type { Core } from '../../platform/core.ts';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import { versionMismatch } from '../../platform/http/server/etag.ts';
import { newUuid } from '../../platform/ids.ts';
import { fieldsInvalid, notFound, Problem } from '../../platform/problem.ts';
import { toApiTime } from '../../platform/time/clock.ts';
import { recordReachChanged } from '../logins/reach-changed.ts';
import * as queries from './queries.ts';

const WORD = 'team';

/** More teams than those of twenty Accounts are of no use to anybody. */
const LISTED_MAX = 20 * TEAMS_MAX;

/** The teams of the caller's Accounts, or of one, by name. */
export async function listTeams(
  { db }: Core,
  caller: Caller,
  account_uuid: string | null,
): Promise<Team[] | Problem> {
  const reach = reachIn(caller, account_uuid);
  return reach instanceof Problem ? reach : queries.listTeams(db, reach, LISTED_MAX);
}

export async function getTeam({ db }: Core, caller: Caller, uuid: string): Promise<Team | Problem> {
  return (await queries.findTeam(db, reachOf(caller), uuid)) ?? notFound(WORD);
}

/** Makes a team. Its members see more from their next request on, where a role sees by team. */
export async function createTeam(
  core: Omit<Core, 'db'> & { db: Queryable },
  caller: Caller,
  { account_uuid: wanted, name, member_uuids = [] }: TeamCreate,
): Promise<Team | Problem> {
  const account_uuid = accountToWrite(caller, wanted, 'manage_logins');
  if (account_uuid instanceof Problem) return account_uuid;
  const now = toApiTime(core.clock.now());
  const uuid = newUuid(core.clock.now());
  const made = { uuid, account_uuid, version: 1, created_at: now, updated_at: now };
  const team = { ...made, name: name.trim(), member_uuids: asKept(member_uuids) };
  return core.db.transaction(async (tx) => {
    const refusal = await refuse(tx, team);
    if (refusal) return refusal;
    await queries.insertTeam(tx, team);
    await tell(core, tx, caller, team, 'team.created', team.member_uuids);
    return team;
  });
}

export async function updateTeam(
  core: Core,
  caller: Caller,
  uuid: string,
  given: TeamUpdate,
  expectedVersions: number[] | null,
): Promise<Team | Problem> {
  return core.db.transaction(async (tx) => {
    const before = await lockTeam(tx, caller, uuid);
    if (before instanceof Problem) return before;
    const stale = versionMismatch(before.version, expectedVersions);
    if (stale) return stale;
    const { name = before.name, member_uuids = before.member_uuids } = given;
    const team = {
      ...before,
      name: name.trim(),
      member_uuids: asKept(member_uuids),
      version: before.version + 1,
      updated_at: toApiTime(core.clock.now()),
    };
    const isSame = team.name === before.name && team.member_uuids.join() === before.member_uuids.join();
    if (isSame) return before;
    const refusal = await refuse(tx, team);
    if (refusal) return refusal;
    await queries.updateTeam(tx, team);
    const isSameTeam = team.member_uuids.join() === before.member_uuids.join();
    const moved = isSameTeam ? [] : [...before.member_uuids, ...team.member_uuids];
    await tell(core, tx, caller, team, 'team.updated', moved);
    return team;
  });
}

export async function deleteTeam(
  core: Core,
  caller: Caller,
  uuid: string,
  expectedVersions: number[] | null,
): Promise<null | Problem> {
  return core.db.transaction(async (tx) => {
    const team = await lockTeam(tx, caller, uuid);
    if (team instanceof Problem) return team;
    const stale = versionMismatch(team.version, expectedVersions);
    if (stale) return stale;
    await queries.deleteTeam(tx, team);
    await tell(core, tx, caller, team, 'team.deleted', team.member_uuids);
    return null;
  });
}

async function lockTeam(tx: Transaction, caller: Caller, uuid: string): Promise<Team | Problem> {
  const team = await queries.findTeam(tx, reachOf(caller), uuid, raw('FOR UPDATE OF teams'));
  if (!team) return notFound(WORD);
  return refuseUnless(caller, team.account_uuid, 'manage_logins', WORD) ?? team;
}

/** Faults that only the Account's other teams and its Logins show. */
async function refuse(tx: Transaction, team: Team): Promise<Problem | null> {
  const { teams, is_named, strangers, busy } = await queries.lockOthers(tx, team.account_uuid, team);
  if (teams >= TEAMS_MAX) {
    return new Problem('limit_reached', `An Account has at most ${TEAMS_MAX} teams. Delete one first.`);
  }
  const faults: FieldError[] = team.member_uuids.flatMap((uuid, index): FieldError[] => {
    const pointer = `/member_uuids/${index}`;
    if (strangers.includes(uuid)) {
      const detail = `${pointer} must be a User with a login to the Account (GET /api/v2/accounts/{uuid}/logins).`;
      return [{ pointer, code: 'not_found', detail }];
    }
    if (!busy.includes(uuid)) return [];
    const detail = `${pointer} is in ${TEAMS_OF_USER_MAX} teams already, and nobody is in more.`;
    return [{ pointer, code: 'too_many_items', detail }];
  });
  if (is_named) faults.unshift({ pointer: '/name', code: 'taken', detail: '/name is that of another team.' });
  return faults.length > 0 ? fieldsInvalid(...faults) : null;
}

/**
 * Notes who changed what others see, and has the pages and programs of those whose reach `moved`
 * read again what they show.
 */
async function tell(
  core: Core,
  tx: Transaction,
  caller: Caller,
  { account_uuid, uuid, name, member_uuids }: Team,
  action: `team.${'created' | 'updated' | 'deleted'}`,
  moved: string[],
): Promise<void> {
  const { user_uuid, oauth_client_uuid } = caller;
  const details = { name, member_uuids };
  await recordAudit(core, tx, caller, action, { user_uuid, oauth_client_uuid, account_uuid, details });
  if (moved.length > 0) await recordReachChanged(core, tx, caller, account_uuid, { user_uuids: moved });
  nudge(tx, caller.change_uuid, [{ resource: 'team', account_uuid, uuid }]);
}

function asKept(member_uuids: string[]): string[] {
  return [...new Set(member_uuids.map((uuid) => uuid.toLowerCase()))].sort();
}
