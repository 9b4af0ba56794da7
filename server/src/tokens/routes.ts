import { CurrentUser } from '@rapport/contract/personal-access-tokens';
import { findUser } from '../identity/actions.ts';
import type { Core } from '../platform/core.ts';
import { type Api, NoQuery } from '../platform/http/api.ts';
import { dataOf, refusals } from '../platform/http/openapi.ts';
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
      if (user instanceof Problem) return user;
      const { type, uuid, name } = caller.actor;
      return { data: { ...user, token: { type, uuid, name, expires_at: caller.token_expires_at } } };
    },
  );
}
