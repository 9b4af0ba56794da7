import type { Login, Role } from '@rapport/contract/accounts';
import { useQuery } from '@tanstack/react-query';
import { reads, readsAll } from '../api/queries.ts';

/** Reads the User's own Login to an Account, with their role. */
export function useOwnLogin(account_uuid: string) {
  return useQuery({
    ...reads<Login[]>(['accounts', account_uuid, 'own-login'], `/api/v2/logins?account_uuid=${account_uuid}`),
    select: ([mine]) => mine,
  });
}

/** The query for the User's own Logins, to all of their Accounts. */
export const OWN_LOGINS = {
  ...readsAll<Login>(['accounts', 'own-logins'], '/api/v2/logins'),
  staleTime: 60_000,
};

/** The User's own Logins, to all of their Accounts. */
export function useOwnLogins(): Login[] {
  const { data = [] } = useQuery(OWN_LOGINS);
  return data;
}

/**
 * Returns the roles that a User with this role may assign and remove. The API refuses the others.
 */
export function assignableRoles(own: Role | undefined): Role[] {
  if (own === 'owner') return ['owner', 'admin', 'member', 'viewer'];
  return own === 'admin' ? ['admin', 'member', 'viewer'] : [];
}
