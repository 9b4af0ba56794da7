import { isDeepStrictEqual } from 'node:util';
import type { Role } from '@rapport/contract/accounts';
import { EVENT_NAMES } from '@rapport/contract/events';
import { ACCOUNT, PROPOSE, readScopeOf, WRITES, WRITES_OF_RECORDS } from '@rapport/contract/scopes';
import sql, { empty, raw, type Sql } from 'sql-template-tag';
import type { Caller } from './caller.ts';
import type { Narrow } from './narrow.ts';
import { hasAll } from './scope.ts';

/** The permissions of each role in its Account. Each role has all those of the roles before it. */
const VIEWER = ['read'] as const;
const MEMBER = [...VIEWER, 'propose', 'write_records', 'write_all'] as const;
const ADMIN = [...MEMBER, 'manage_records', 'manage_logins', 'manage_fields'] as const;
const OWNER = [...ADMIN, 'manage_account', 'manage_owners'] as const;

/**
 * `write_all` is for what also changes records that the caller does not name, such as an import or
 * a merge: nobody has it where they see or change not all records. `manage_records` is about what
 * others made, such as their changes and shared views.
 */
export type Permission = (typeof OWNER)[number];

const PERMISSIONS: Record<Role, readonly Permission[]> = {
  viewer: VIEWER,
  member: MEMBER,
  admin: ADMIN,
  owner: OWNER,
};

/**
 * What a caller may see and do. Each read takes it as the owner of the data; each write asks it by
 * `refuseUnless` or `accountToWrite`. Only this file looks inside. To narrow it, as by the scope of
 * a token or to one's own records, narrow it in `reachOf`, and what is read in `within`, `listed`
 * and `eachAccount`.
 */
export type Reach = {
  /** The Accounts in reach, each with what may be done there. */
  readonly accounts: readonly { uuid: string; permissions: readonly Permission[] }[];
  /** The scopes of a token that has not all; null: everything in these Accounts. */
  readonly scope: readonly string[] | null;
  /** The Accounts in which the User sees or changes not all records. Only `sight.ts` reads it. */
  readonly sight: readonly Narrow[];
};

/** All that the caller can reach. */
export function reachOf({ logins, scope: given }: Pick<Caller, 'logins' | 'scope'>): Reach {
  const scope = hasAll(given) ? null : given!;
  const allowed = (role: Role) =>
    scope === null ? PERMISSIONS[role] : PERMISSIONS[role].filter((one) => allows(scope, one));
  return {
    accounts: logins.map(({ account_uuid: uuid, role, narrow }) => {
      const permissions = allowed(role);
      return { uuid, permissions: narrow ? permissions.filter((one) => one !== 'write_all') : permissions };
    }),
    scope,
    sight: logins.flatMap(({ account_uuid, narrow }) => (narrow ? [{ ...narrow, account_uuid }] : [])),
  };
}

/**
 * True when a token with these scopes may do this, if its User may. Which kinds it may change is
 * checked for each operation.
 */
function allows(scope: readonly string[], permission: Permission): boolean {
  if (permission === 'read') return true;
  if (permission === 'propose') return scope.includes(PROPOSE);
  if (scope.includes(ACCOUNT)) return true;
  if (permission === 'write_records' || permission === 'write_all')
    return WRITES.some((one) => scope.includes(one));
  return permission === 'manage_records' && WRITES_OF_RECORDS.every((one) => scope.includes(one));
}

/** The scope that gives a token this permission. */
export function scopeFor(permission: Permission): string {
  if (permission === 'propose') return PROPOSE;
  return ['write_records', 'write_all', 'manage_records'].includes(permission) ? 'write' : ACCOUNT;
}

/** All of an Account: for the work of the service itself, after its caller was checked. */
export function wholeAccount(...account_uuids: string[]): Reach {
  return { accounts: account_uuids.map((uuid) => ({ uuid, permissions: OWNER })), scope: null, sight: [] };
}

/** What is within reach and in this Account. */
export function only({ accounts, ...rest }: Reach, account_uuid: string): Reach {
  return { ...rest, accounts: accounts.filter(({ uuid }) => uuid === account_uuid) };
}

/** What is within reach of the Accounts where this may be done. */
export function whereMay({ accounts, ...rest }: Reach, permission: Permission): Reach {
  return { ...rest, accounts: accounts.filter(({ permissions }) => permissions.includes(permission)) };
}

/** True when what is of this resource, such as a kind of record, may be read. */
export function reads({ scope }: Pick<Reach, 'scope'>, resource: string): boolean {
  return scope === null || scope.includes(readScopeOf(resource));
}

/** The resources of events that may be read; null: all of them, also those there will be. */
export function resourcesIn(reach: Pick<Reach, 'scope'>): string[] | null {
  if (reach.scope === null) return null;
  const all = new Set(EVENT_NAMES.map((event) => event.split('.')[0]!));
  return [...all].filter((resource) => reads(reach, resource));
}

/** The further condition that an event, named in `column`, is of what may be read. */
export function ofRead(reach: Pick<Reach, 'scope'>, column = 'event'): Sql {
  const resources = resourcesIn(reach);
  return resources === null ? empty : sql`AND split_part(${raw(column)}, '.', 1) = ANY(${resources}::text[])`;
}

/** True where the User sees or changes not all records of the Account. */
export function isNarrowedIn({ sight }: Pick<Reach, 'sight'>, account_uuid: string): boolean {
  return sight.some((narrow) => narrow.account_uuid === account_uuid);
}

/** What is within reach of the Accounts in which nothing is narrowed for the caller. */
export function whereWhole({ accounts, ...rest }: Reach): Reach {
  return { ...rest, accounts: accounts.filter(({ uuid }) => !isNarrowedIn(rest, uuid)) };
}

/** True when this may be done in the Account. */
export function may({ accounts }: Reach, account_uuid: string, permission: Permission): boolean {
  return accounts.some(({ uuid, permissions }) => uuid === account_uuid && permissions.includes(permission));
}

/** True when somebody with this role may do it. */
export function permits(role: Role | null | undefined, permission: Permission): boolean {
  return role != null && PERMISSIONS[role].includes(permission);
}

/** The least role that may do it. */
export function roleFor(permission: Permission): Role {
  return (Object.keys(PERMISSIONS) as Role[]).find((role) => permits(role, permission))!;
}

/** The Accounts in reach, for what is asked of one after the other. */
export function accountsIn({ accounts }: Reach): string[] {
  return accounts.map(({ uuid }) => uuid);
}

/**
 * True while the caller can still reach all of this, and sees no more and no less of it, as during
 * a long answer.
 */
export function reaches(caller: Caller, reach: Reach): boolean {
  const now = reachOf(caller);
  const accounts = accountsIn(now);
  return (
    isDeepStrictEqual(now.sight, reach.sight) && accountsIn(reach).every((uuid) => accounts.includes(uuid))
  );
}

/** The condition that a row is within reach. `table` is its name where a statement has several. */
export function within(reach: Reach, table?: string): Sql {
  const column = raw(table === undefined ? 'account_uuid' : `${table}.account_uuid`);
  return sql`${column} = ANY(${accountsIn(reach)}::uuid[])`;
}

/**
 * A row for each Account in reach, as `owner`. The statement joins it to what it reads of each
 * Account in order.
 */
export function eachAccount(reach: Reach): Sql {
  return sql`unnest(${accountsIn(reach)}::uuid[]) AS owner (account_uuid)`;
}

/** The source of a list (`platform/lists`) that has only what is within reach. */
export function listed<Source extends object>(
  reach: Reach,
  source: Source,
): Source & { account_uuids: string[] } {
  return { ...source, account_uuids: accountsIn(reach) };
}
