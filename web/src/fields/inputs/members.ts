import { fold } from '@rapport/contract/fold';
import { useLogins } from '../../accounts/logins.ts';

/** A member whom a text may name. */
export type Member = { uuid: string; name: string; says: string };

/**
 * The members of an Account, with what names each in a text: the name, or the address where others
 * have the same name.
 */
export function useMembers(account_uuid: string): Member[] {
  const here = useLogins().filter(({ account }) => account.uuid === account_uuid);
  const count = Map.groupBy(here, ({ user }) => fold(user.name));
  return here.map(({ user: { uuid, name, email } }) => {
    const isAlone = count.get(fold(name))!.length === 1;
    return { uuid, name: isAlone ? name : `${name} (${email})`, says: isAlone ? name : email };
  });
}
