import sql, { raw, type Sql } from 'sql-template-tag';
import { Problem } from '../platform/problem.ts';
import type { Caller } from './caller.ts';
import { accountsOf, readableAccounts } from './rules.ts';

/**
 * What a caller may see and change: every read and write of records takes it as the owner of the
 * data. To narrow it, as by the scope of a token or to one's own records, make it narrower here.
 */
export type Reach = {
  /** The Accounts, with all their records. */
  account_uuids: string[];
};

/** All that the caller can reach. */
export function reachOf(caller: Caller): Reach {
  return { account_uuids: accountsOf(caller) };
}

/** What the caller can reach in an Account, or in all of theirs. 404 for an Account of others. */
export function reachIn(caller: Caller, account_uuid: string | null): Reach | Problem {
  const account_uuids = readableAccounts(caller, account_uuid);
  return account_uuids instanceof Problem ? account_uuids : { account_uuids };
}

/** All of an Account: for the work of the service itself, after its caller was checked. */
export function wholeAccount(account_uuid: string): Reach {
  return { account_uuids: [account_uuid] };
}

/** True while the caller can still reach all of this, as during a long answer. */
export function reaches(caller: Caller, { account_uuids }: Reach): boolean {
  const now = accountsOf(caller);
  return account_uuids.every((uuid) => now.includes(uuid));
}

/** The condition that a row is within reach. `table` is its name where a statement has several. */
export function within({ account_uuids }: Reach, table?: string): Sql {
  const column = raw(table === undefined ? 'account_uuid' : `${table}.account_uuid`);
  return sql`${column} = ANY(${account_uuids}::uuid[])`;
}
