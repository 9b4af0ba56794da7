import type { Actor } from '@rapport/contract/actors';
import { useMemo } from 'react';
import { useAccounts } from '../accounts/current-account.ts';
import { useLogins } from '../accounts/logins.ts';
import { clients } from '../texts/clients.ts';

/** Names of Users and Accounts by their uuid; empty as long as they are on their way. */
export type Names = Record<string, string>;

/** Names of all Accounts and of their Users; the same object as long as they are the same, for rows that are not to be drawn again. */
export function useNames(): Names {
  const { data: accounts } = useAccounts();
  const logins = useLogins();
  return useMemo(() => {
    if (!accounts || logins.length === 0) return {};
    return Object.fromEntries([
      ...accounts.map(({ uuid, name }) => [uuid, name]),
      ...logins.map(({ user }) => [user.uuid, user.name]),
    ]);
  }, [accounts, logins]);
}

/** Who has left the Account stays the owner until somebody else is chosen. */
export function sayOwner(owner_uuid: string, names: Names): string {
  if (Object.keys(names).length === 0) return '';
  return names[owner_uuid] ?? clients.noMember;
}

/** "by Ada Lovelace", and the token or application when it was not done on these pages. */
export function sayActor(actor: Actor, names: Names): string {
  const person = (actor.user_uuid && names[actor.user_uuid]) || actor.name;
  const through =
    actor.type === 'browser_session' || person === actor.name ? '' : ` ${clients.via(actor.name)}`;
  return `${clients.by(person)}${through}`;
}
