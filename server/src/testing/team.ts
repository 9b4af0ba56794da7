import { ROLES, type Role } from '@rapport/contract/accounts';
import type { TestApp, TestUser } from './test-app.ts';

/** An Account with one User of each role, and a stranger: a User who owns another Account. */
export type Team = Record<Role, TestUser> & {
  account_uuid: string;
  stranger: TestUser;
  stranger_account_uuid: string;
};

let teams = 0;

export async function addTeam(app: TestApp): Promise<Team> {
  const number = ++teams;
  const [stranger, ...users] = await Promise.all(
    ['stranger', ...ROLES].map((name) => app.addUser(`The ${name} of team ${number}`)),
  );
  const byRole = Object.fromEntries(ROLES.map((role, i) => [role, users[i]!])) as Record<Role, TestUser>;
  const account_uuid = await app.addAccount(byRole.owner, `Team ${number}`);
  for (const role of ROLES.filter((role) => role !== 'owner')) {
    await app.addLogin(account_uuid, byRole[role], role);
  }
  const stranger_account_uuid = await app.addAccount(stranger!, `Not team ${number}`);
  return { ...byRole, account_uuid, stranger: stranger!, stranger_account_uuid };
}
