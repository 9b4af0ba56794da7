import type { Account, Login } from '@rapport/contract/accounts';
import type { Actor } from '@rapport/contract/actors';
import { useMemo } from 'react';
import { useAccounts } from '../accounts/current-account.ts';
import { useLogins } from '../accounts/logins.ts';
import { records } from '../texts/records.ts';

/** Names of Users and Accounts by uuid. Empty until they are read. */
export type Names = Record<string, string>;

/**
 * Returns the names of all Accounts and of their Users. Unchanged names are the same object, so
 * that rows are not drawn again.
 */
export function useNames(): Names {
  const { data: accounts } = useAccounts();
  const logins = useLogins();
  return useMemo(() => {
    return accounts && logins.length > 0 ? namesOf(accounts, logins) : {};
  }, [accounts, logins]);
}

function namesOf(accounts: Account[], logins: Login[]): Names {
  return Object.fromEntries([
    ...accounts.map(({ uuid, name }) => [uuid, name]),
    ...logins.map(({ user }) => [user.uuid, user.name]),
  ]);
}

/** Returns the owner's name. A User who has left the Account may still be the owner. */
export function sayOwner(owner_uuid: string, names: Names): string {
  if (Object.keys(names).length === 0) return '';
  return names[owner_uuid] ?? records.noMember;
}

/**
 * Returns "by Ada Lovelace", with the token or application if the change was not made on these
 * pages.
 */
export function sayActor(actor: Actor, names: Names): string {
  const person = sayPerson(actor, names);
  const through =
    actor.type === 'browser_session' || person === actor.name ? '' : ` ${records.via(actor.name)}`;
  return `${records.by(person)}${through}`;
}

/** Returns the name of who made a change; of a program, its own. */
export function sayPerson({ user_uuid, name }: Actor, names: Names): string {
  return (user_uuid && names[user_uuid]) || name;
}
