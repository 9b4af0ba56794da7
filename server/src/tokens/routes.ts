import type { User } from '@rapport/contract/accounts';
import { CurrentUser, CurrentUserUpdate } from '@rapport/contract/personal-access-tokens';
import { refuseTokens } from '../access/rules.ts';
import { findUser } from '../identity/actions.ts';
import { changeName } from '../identity/profile/actions.ts';
import type { Core } from '../platform/core.ts';
import { type Api, NoQuery } from '../platform/http/api/api.ts';
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
        summary: 'Who you are, and with which token',
        querystring: NoQuery,
        response: { 200: dataOf(CurrentUser), ...refusals(400, 401) },
      },
    },
    async (request) => {
      const caller = request.caller as TokenCaller;
      const user = await findUser(core.db, caller.user_uuid);
      return user instanceof Problem ? user : { data: currentUser(user, caller) };
    },
  );

  // Applications are told the name of whoever signs in with them: no token may change it for the others.
  api.patch(
    '/api/v2/me',
    {
      schema: {
        tags: ['Me'],
        operationId: 'updateMe',
        summary: 'Change your name',
        description: 'Only for a User who is signed in.',
        body: CurrentUserUpdate,
        querystring: NoQuery,
        response: { 200: dataOf(CurrentUser), ...refusals(400, 401, 403, 422) },
      },
    },
    async (request) => {
      const caller = request.caller as TokenCaller;
      const person = { ...caller, session_uuid: caller.actor.uuid! };
      const user = refuseTokens(caller) ?? (await changeName(core, person, request.body.name));
      if (user instanceof Problem) return user;
      // A session is called as its User is.
      return { data: currentUser(user, { ...caller, actor: { ...caller.actor, name: user.name } }) };
    },
  );
}

function currentUser(
  user: User,
  { actor: { type, uuid, name }, oauth_client_uuid: client_id, token_expires_at: expires_at }: TokenCaller,
): CurrentUser {
  return { ...user, token: { type, uuid: uuid!, name, client_id, expires_at } };
}
