import { isDeepStrictEqual } from 'node:util';
import type {
  AccountAccess,
  AccountAccessUpdate,
  NarrowedRole,
  Ownerless,
  SeenCounts,
} from '@rapport/contract/access';
import { LEVELED_KINDS, NARROWED_ROLES } from '@rapport/contract/access';
import type { Caller } from '../../access/caller.ts';
import type { Levels } from '../../access/narrow.ts';
import { refuseUnless, refuseUnlessFresh } from '../../access/rules.ts';
import { countSeen } from '../../access/sight.ts';
import { recordAudit } from '../../audit/actions.ts';
import { nudge } from '../../live/nudge.ts';
import type { Core } from '../../platform/core.ts';
import { versionMismatch } from '../../platform/http/server/etag.ts';
import { fieldsInvalid, notFound, type Problem } from '../../platform/problem.ts';
import { recordReachChanged } from '../logins/reach-changed.ts';
import * as queries from './queries.ts';
import { accessFaults, allLevels, type KeptAccess, keptLevels } from './rules.ts';

/** An Account in which everybody sees and changes all. */
const WHOLE: KeptAccess = { version: 1, levels: {} };

/** More members are not counted for: a statement for each of them takes its time. */
const COUNTED_MAX = 100;

/** Which records members and viewers of an Account see and change. */
export async function getAccess(
  { db }: Core,
  caller: Caller,
  account_uuid: string,
): Promise<AccountAccess | Problem> {
  const refusal = refuseUnless(caller, account_uuid, 'read', 'Account');
  if (refusal) return refusal;
  const found = await queries.findAccess(db, account_uuid);
  return found ? shown(account_uuid, found.access ?? WHOLE) : notFound('Account');
}

/**
 * Sets which records members and viewers see and change, for an owner with a fresh sign-in. It
 * holds for each request from now on; open pages are told.
 */
export async function updateAccess(
  core: Core,
  caller: Caller,
  account_uuid: string,
  { levels, ownerless: wanted }: AccountAccessUpdate,
  expectedVersions: number[] | null,
): Promise<AccountAccess | Problem> {
  const refusal =
    refuseUnless(caller, account_uuid, 'manage_account', 'Account') ??
    refuseUnlessFresh(caller, core.clock.now());
  if (refusal) return refusal;
  return core.db.transaction(async (tx) => {
    const found = await queries.findAccess(tx, account_uuid, 'FOR NO KEY UPDATE');
    if (!found) return notFound('Account');
    const before = found.access ?? WHOLE;
    const stale = versionMismatch(before.version, expectedVersions);
    if (stale) return stale;
    const faults = accessFaults(levels);
    if (faults.length > 0) return fieldsInvalid(...faults);
    const ownerless = wanted ?? ownerlessIn(before);
    const after: KeptAccess = { version: before.version + 1, levels: keptLevels(levels), ownerless };
    const isSame = JSON.stringify(keptLevels(allLevels(before))) === JSON.stringify(after.levels);
    if (isSame && ownerless === ownerlessIn(before)) return shown(account_uuid, before);
    await queries.updateAccess(tx, account_uuid, after);
    const { user_uuid, oauth_client_uuid } = caller;
    const details = { levels: after.levels, ownerless };
    await recordAudit(core, tx, caller, 'account.access_changed', {
      user_uuid,
      oauth_client_uuid,
      account_uuid,
      details,
    });
    const [then, now] = [allLevels(before), allLevels(after)];
    const isMoved = (role: NarrowedRole) =>
      !isDeepStrictEqual(then[role], now[role]) ||
      (ownerless !== ownerlessIn(before) && after.levels[role] !== undefined);
    const roles = NARROWED_ROLES.filter(isMoved);
    await recordReachChanged(core, tx, caller, account_uuid, { roles });
    nudge(tx, caller.change_uuid, [{ resource: 'access', account_uuid, uuid: account_uuid }]);
    return shown(account_uuid, after);
  });
}

/** How many records each member sees now, and would see with other levels. It changes nothing. */
export async function previewAccess(
  { db }: Core,
  caller: Caller,
  account_uuid: string,
  { levels, ownerless: wanted }: AccountAccessUpdate,
): Promise<SeenCounts[] | Problem> {
  const refusal = refuseUnless(caller, account_uuid, 'manage_account', 'Account');
  if (refusal) return refusal;
  const found = await queries.findAccess(db, account_uuid);
  if (!found) return notFound('Account');
  const faults = accessFaults(levels);
  if (faults.length > 0) return fieldsInvalid(...faults);
  const access = found.access ?? WHOLE;
  const now = allLevels(access);
  const rows: SeenCounts[] = [];
  for (const { mates, team_uuids, ...member } of await queries.listNarrowable(
    db,
    account_uuid,
    COUNTED_MAX,
  )) {
    const { user_uuid, role } = member;
    const count = (of: Levels, ownerless: Ownerless) =>
      countSeen(db, { account_uuid, user_uuid, levels: of, ownerless, mates, team_uuids }, LEVELED_KINDS);
    const seen_now = await count(now[role], ownerlessIn(access));
    const seen_then = await count(levels[role], wanted ?? ownerlessIn(access));
    rows.push({ ...member, seen_now, seen_then });
  }
  return rows;
}

function shown(account_uuid: string, access: KeptAccess): AccountAccess {
  const { version } = access;
  return { account_uuid, version, levels: allLevels(access), ownerless: ownerlessIn(access) };
}

function ownerlessIn({ ownerless = 'everybody' }: KeptAccess): Ownerless {
  return ownerless;
}
