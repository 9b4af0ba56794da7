import {
  MAIL_EXCLUSIONS_MAX,
  type MailExclusion,
  type MailExclusionCreate,
} from '@rapport/contract/mail-exclusions';
import type { Caller } from '../../access/caller.ts';
import { reachOf } from '../../access/reach.ts';
import { accountToWrite, refuseUnless } from '../../access/rules.ts';
import type { Core } from '../../platform/core.ts';
import { newUuid } from '../../platform/ids.ts';
import { fieldsInvalid, notFound, Problem } from '../../platform/problem.ts';
import { toApiTime } from '../../platform/time/clock.ts';
import * as queries from './queries.ts';

/** The rules of whose mail is not kept: the caller's own, and those of all. */
export function listExclusions({ db }: Core, caller: Caller): Promise<MailExclusion[]> {
  return queries.listExclusions(db, { user_uuid: caller.user_uuid, reach: reachOf(caller) });
}

export async function getExclusion(
  core: Core,
  caller: Caller,
  uuid: string,
): Promise<MailExclusion | Problem> {
  return (await listExclusions(core, caller)).find((one) => one.uuid === uuid) ?? notFound('rule');
}

/**
 * Makes a rule for mail that comes from now on. What is kept already stays. A rule for all, and
 * each that protects or names one's own, needs the role admin.
 */
export async function createExclusion(
  core: Core,
  caller: Caller,
  { account_uuid: wanted, sort = 'excluded', pattern: given, for_all = false }: MailExclusionCreate,
): Promise<MailExclusion | Problem> {
  const account_uuid = accountToWrite(caller, wanted, for_all ? 'manage_fields' : 'write_records');
  if (account_uuid instanceof Problem) return account_uuid;
  if (!for_all && sort !== 'excluded') return onlyForAll(sort);
  const at = toApiTime(core.clock.now());
  const row: MailExclusion = {
    uuid: newUuid(core.clock.now()),
    account_uuid,
    user_uuid: for_all ? null : caller.user_uuid,
    sort,
    pattern: given.toLowerCase().replace(/^@/, ''),
    created_at: at,
    updated_at: at,
  };
  return core.db.transaction(async (tx) => {
    const { count, is_taken } = await queries.countExclusions(tx, row);
    if (is_taken) return taken(row.pattern);
    if (count >= MAIL_EXCLUSIONS_MAX)
      return new Problem(
        'limit_reached',
        `The Account has ${MAIL_EXCLUSIONS_MAX} such rules, the most there may be.`,
      );
    await queries.insertExclusion(tx, row);
    return row;
  });
}

export async function deleteExclusion(core: Core, caller: Caller, uuid: string): Promise<null | Problem> {
  const row = await getExclusion(core, caller, uuid);
  if (row instanceof Problem) return row;
  const permission = row.user_uuid === null ? 'manage_fields' : 'write_records';
  const refusal = refuseUnless(caller, row.account_uuid, permission, 'rule');
  if (refusal) return refusal;
  await queries.deleteExclusion(core.db, row);
  return null;
}

function onlyForAll(sort: string): Problem {
  const detail = `/for_all must be true for the sort ${sort}: it is about the whole Account.`;
  return fieldsInvalid({ pointer: '/for_all', code: 'wrong_value', detail });
}

function taken(pattern: string): Problem {
  const detail = `/pattern is taken: there is such a rule for ${pattern} already.`;
  return fieldsInvalid({ pointer: '/pattern', code: 'taken', detail });
}
