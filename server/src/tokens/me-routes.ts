import type { User } from '@rapport/contract/accounts';
import { CurrentUser, CurrentUserUpdate } from '@rapport/contract/personal-access-tokens';
import { refuseStrangeAccount, refuseTokens } from '../access/rules.ts';
import { findUser } from '../identity/actions.ts';
import { findClosedHints, findLanguage } from '../identity/look-ups.ts';
import { changeName, changeSettings } from '../identity/profile/actions.ts';
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
        summary: 'Change your name, language, default Account or time zone',
        description: 'Only for a User who is signed in. A token may change time_zone alone.',
        body: CurrentUserUpdate,
        response: { 200: dataOf(CurrentUser), ...refusals(400, 401, 403, 422) },
      },
    },
    async (request) => {
      const caller = request.caller as TokenCaller;
      const { name, ...given } = request.body;
      const isZoneAlone = Object.keys(request.body).every((field) => field === 'time_zone');
      const refusal =
        (isZoneAlone ? null : refuseTokens(caller)) ??
        refuseStrangeAccount(caller, given.default_account_uuid ?? null);
      if (refusal) return refusal;
      const user =
        name === undefined ? await findUser(core.db, caller.user_uuid) : await changeName(core, caller, name);
      if (user instanceof Problem) return user;
      await changeSettings(core, caller.user_uuid, given);
      // The actor of a session has the User's name, which has just changed.
      const actor = name === undefined ? caller.actor : { ...caller.actor, name: user.name };
      return { data: await currentUser(core, user, { ...caller, ...given, actor }) };
    },
  );
}

async function currentUser(core: Core, user: User, caller: TokenCaller): Promise<CurrentUser> {
  const { actor, oauth_client_uuid: client_id, token_expires_at: expires_at } = caller;
  const { type, uuid, name } = actor;
  const { default_account_uuid = null, time_zone = null } = caller;
  const { closed_accounts = [], has_second_factor = await hasSecondFactor(core.db, user.uuid) } = caller;
  const { scope, account_uuids } = caller;
  const token = { type, uuid: uuid!, name, client_id, expires_at, scope: scope.join(' '), account_uuids };
  const [language, closed_hints] = await Promise.all([
    findLanguage(core.db, user.uuid),
    findClosedHints(core.db, user.uuid),
  ]);
  const own = { default_account_uuid, time_zone, language, closed_hints };
  return { ...user, ...own, has_second_factor, closed_accounts, token };
}
