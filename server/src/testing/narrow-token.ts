import { scopesOf } from '@rapport/contract/scopes';
import { operator } from '../access/caller.ts';
import { createPersonalAccessToken } from '../tokens/actions.ts';
import { addApplication, connect, signedIn } from './oauth-flow.ts';
import { orThrow } from './or-throw.ts';
import type { TestApp, TestUser } from './test-app.ts';

/** The User with a token that has only this scope, in chosen Accounts or (null) in all. */
export async function narrowed(
  app: TestApp,
  user: TestUser,
  scope: string,
  account_uuids: string[] | null = null,
): Promise<TestUser> {
  const details = { name: scope.slice(0, 100), scope: scopesOf(scope.split(' ')), account_uuids };
  const made = await createPersonalAccessToken(app, operator('test'), user.uuid, details);
  return { ...user, token: orThrow(made).token };
}

/** The User with the token of an application that they have let in with only this scope. */
export async function letIn(app: TestApp, user: TestUser, scope: string): Promise<TestUser> {
  const application = await addApplication(app);
  const { access_token } = await connect(app, await signedIn(app, user), application, { scope });
  return { ...user, token: access_token };
}
