import { fieldsInvalid, notFound, Problem } from '../platform/problem.ts';
import type { Caller } from './caller.ts';
import { refuseClosed, refuseWhileClosed } from './closed.ts';
import {
  accountsIn,
  isNarrowedIn,
  may,
  only,
  type Permission,
  permits,
  type Reach,
  reachOf,
  roleFor,
  scopeFor,
  whereMay,
} from './reach.ts';
import { insufficientScope } from './scope.ts';

/**
 * Null when the caller has this permission in the Account. 404 without a Login to it, as if the
 * record did not exist; 403 when the role or the token lacks the permission. `what` is the word for
 * the record.
 */
export function refuseUnless(
  caller: Caller,
  account_uuid: string,
  permission: Permission,
  what: string,
): Problem | null {
  const reach = reachOf(caller);
  if (!may(reach, account_uuid, 'read')) return refuseClosed(caller, account_uuid) ?? notFound(what);
  if (may(reach, account_uuid, permission)) return null;
  const { role } = caller.logins.find((login) => login.account_uuid === account_uuid)!;
  if (permission === 'write_all' && permits(role, permission) && isNarrowedIn(reach, account_uuid))
    return changeNotAllowed();
  if (permits(role, permission)) return insufficientScope(caller, [scopeFor(permission)]);
  const detail = `This needs the role ${roleFor(permission)} in the Account, and yours is ${role}. Ask an owner of the Account.`;
  return new Problem('role_insufficient', detail);
}

/**
 * 403 when the caller has this permission in no Account. It is asked before a long body, which
 * names the Account.
 */
export function refuseUnlessAnywhere(caller: Caller, permission: Permission): Problem | null {
  if (accountsIn(whereMay(reachOf(caller), permission)).length > 0) return null;
  if (permission === 'write_all' && refuseUnlessAnywhere(caller, 'write_records') === null)
    return changeNotAllowed();
  const detail = `This needs the role ${roleFor(permission)} in an Account, and you have it in none. Ask an owner of the Account.`;
  return refuseWhileClosed(caller) ?? new Problem('role_insufficient', detail);
}

/** What the caller can reach in an Account, or in all of theirs. 404 for an Account of others. */
export function reachIn(caller: Caller, account_uuid: string | null): Reach | Problem {
  const reach = reachOf(caller);
  if (account_uuid === null) return reach;
  const uuid = account_uuid.toLowerCase();
  if (may(reach, uuid, 'read')) return only(reach, uuid);
  return refuseClosed(caller, uuid) ?? notFound('Account');
}

/**
 * The Account in which to create a record: the named one, else the default of the token or the
 * User, else the User's only one.
 */
export function accountToWrite(
  caller: Caller,
  account_uuid: string | undefined,
  permission: Permission,
): string | Problem {
  const { logins, default_account_uuid = null } = caller;
  const only = logins.length === 1 ? logins[0]!.account_uuid : null;
  const uuid = account_uuid?.toLowerCase() ?? default_account_uuid ?? only;
  if (uuid === null) return nameAccount(`You have ${logins.length} Accounts, and none is the default`);
  const closed = refuseClosed(caller, uuid);
  if (closed) return closed;
  // A script may have lost its usual Account. It must not silently write to another one.
  if (account_uuid === undefined && !may(reachOf(caller), uuid, 'read'))
    return nameAccount('Your default Account is out of reach');
  return refuseUnless(caller, uuid, permission, 'Account') ?? uuid;
}

/** 422 for a default Account that the caller has no Login to; null (none) is allowed. */
export function refuseStrangeAccount(caller: Caller, default_account_uuid: string | null): Problem | null {
  if (default_account_uuid === null) return null;
  if (may(reachOf(caller), default_account_uuid.toLowerCase(), 'read')) return null;
  const detail = 'default_account_uuid must be one of your Accounts (GET /api/v2/accounts).';
  return fieldsInvalid({ pointer: '/default_account_uuid', code: 'not_found', detail });
}

function nameAccount(why: string): Problem {
  const detail = `account_uuid is missing. ${why}: name one (GET /api/v2/accounts), or choose another default under Accounts.`;
  return fieldsInvalid({ pointer: '/account_uuid', code: 'required', detail });
}

/** 403 for what would change records that the caller does not see, or may not change. */
export function changeNotAllowed(
  detail = 'Your Account lets you see or change only some of its records, and this may change others. Ask an owner or admin of the Account.',
): Problem {
  return new Problem('change_not_allowed', detail);
}

/** 403 for tokens: only a person who signed in with a password may do this. */
export function refuseTokens(caller: Caller): Problem | null {
  if (caller.actor.type === 'browser_session') return null;
  return new Problem(
    'session_required',
    'A token cannot do this. Sign in to the web interface and do it there.',
  );
}

/** The sentence in the API description of routes that call `refuseUnlessFresh`. */
export const FRESH = 'Only for a User who has given their password in the last 15 minutes; no token does it.';

/** Somebody else may have taken over a browser left alone for longer. */
const SIGN_IN_FRESH_MS = 15 * 60 * 1000;

/** True when the sign-in is so recent that the same person is surely still there. */
export function isFreshSignIn({ signed_in_at }: { signed_in_at?: string }, now: Date): boolean {
  const age_ms = now.getTime() - Date.parse(signed_in_at ?? '1970-01-01');
  return age_ms <= SIGN_IN_FRESH_MS;
}

/**
 * 403 unless a person has given their password in the last 15 minutes. It guards changes that
 * outlive a revoked token, a disconnected application, or the session of an unattended browser.
 */
export function refuseUnlessFresh(caller: Caller, now: Date): Problem | null {
  const refusal = refuseTokens(caller);
  if (refusal) return refusal;
  if (isFreshSignIn(caller, now)) return null;
  const detail = 'You gave your password more than 15 minutes ago. Give it again, then try again.';
  return new Problem('password_required', detail);
}
