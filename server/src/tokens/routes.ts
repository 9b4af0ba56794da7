import type { User } from '@rapport/contract/accounts';
import { CurrentUser, CurrentUserUpdate } from '@rapport/contract/personal-access-tokens';
import { refuseStrangeAccount, refuseTokens } from '../access/rules.ts';
import { findUser } from '../identity/actions.ts';
import { changeName, setDefaultAccount } from '../identity/profile/actions.ts';
import { hasSecondFactor } from '../identity/second-factor/actions.ts';
import type { Core } from '../platform/core.ts';
import type { Api } from '../platform/http/api/api.ts';
import { dataOf, refusals } from '../platform/http/api/openapi.ts';
import { Problem } from '../platform/problem.ts';
import type { TokenCaller } from './actions.ts';

export function meRoutes(api: Api, core: Core): void {
  api.get(
    '/api/v2/me',
    {
      schema: {
        tags: ['Me'],
        operationId: 'retrieveMe',
        summary: 'Retrieve the calling User and token',
        response: { 200: dataOf(CurrentUser), ...refusals(400, 401) },
      },
    },
    async (request) => {
      const caller = request.caller as TokenCaller;
      const user = await findUser(core.db, caller.user_uuid);
      return user instanceof Problem ? user : { data: await currentUser(core, user, caller) };
    },
  );

  // Applications learn the User's name at sign-in. A token must not be able to change it.
  api.patch(
    '/api/v2/me',
    {
      schema: {
        tags: ['Me'],
        operationId: 'updateMe',
        summary: 'Change your name or your default Account',
        description: 'Only for a User who is signed in.',
        body: CurrentUserUpdate,
        response: { 200: dataOf(CurrentUser), ...refusals(400, 401, 403, 422) },
      },
    },
    async (request) => {
      const caller = request.caller as TokenCaller;
      const person = { ...caller, session_uuid: caller.actor.uuid! };
      const { name, default_account_uuid = caller.default_account_uuid ?? null } = request.body;
      const refusal =
        refuseTokens(caller) ?? refuseStrangeAccount(caller, request.body.default_account_uuid ?? null);
      if (refusal) return refusal;
      const user =
        name === undefined ? await findUser(core.db, caller.user_uuid) : await changeName(core, person, name);
      if (user instanceof Problem) return user;
      if (request.body.default_account_uuid !== undefined)
        await setDefaultAccount(core, caller.user_uuid, request.body.default_account_uuid);
      // The actor of a session has the User's name, which has just changed.
      const actor = { ...caller.actor, name: user.name };
      return { data: await currentUser(core, user, { ...caller, actor, default_account_uuid }) };
    },
  );
}

async function currentUser(core: Core, user: User, caller: TokenCaller): Promise<CurrentUser> {
  const { actor, oauth_client_uuid: client_id, token_expires_at: expires_at } = caller;
  const { type, uuid, name } = actor;
  const default_account_uuid = caller.default_account_uuid ?? null;
  const { closed_accounts = [], has_second_factor = await hasSecondFactor(core.db, user.uuid) } = caller;
  const token = { type, uuid: uuid!, name, client_id, expires_at };
  return { ...user, default_account_uuid, has_second_factor, closed_accounts, token };
}
