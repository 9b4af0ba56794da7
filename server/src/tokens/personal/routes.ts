import { AccountToken } from '@rapport/contract/connections';
import { Closed, Uuid } from '@rapport/contract/fields';
import { Type } from '@rapport/contract/json-schema';
import {
  IssuedPersonalAccessToken,
  PersonalAccessToken,
  PersonalAccessTokenCreate,
} from '@rapport/contract/personal-access-tokens';
import { FRESH } from '../../access/rules.ts';
import type { Core } from '../../platform/core.ts';
import { type Api, UuidParams } from '../../platform/http/api/api.ts';
import { answerCreated } from '../../platform/http/api/created.ts';
import { createdOf, dataOf, refusals, wholeListOf } from '../../platform/http/api/openapi.ts';
import { pageOfWhole, WholeListQuery } from '../../platform/lists/whole-list.ts';
import { Problem } from '../../platform/problem.ts';
import { type ResourceCore, resourceRoutes } from '../../platform/resources/resource-routes.ts';
import type { TokenCaller } from '../actions.ts';
import * as actions from './actions.ts';
import { listTokensOfAccount, shutTokenOut } from './of-account.ts';

const tags = ['Personal access tokens'];

export function personalAccessTokenRoutes(api: Api, core: Core & ResourceCore): void {
  resourceRoutes(api, core, {
    path: '/api/v2/personal-access-tokens',
    tags,
    name: 'PersonalAccessToken',
    words: 'personal access token',
    schema: PersonalAccessToken,
    list: {
      summary: 'List your personal access tokens',
      description: 'Including tokens that ended within the last 90 days. A token sees only itself.',
      act: (caller) => actions.listTokens(core, caller as TokenCaller),
    },
    retrieve: { act: (caller, uuid) => actions.getToken(core, caller as TokenCaller, uuid) },
    delete: {
      operation: 'revokePersonalAccessToken',
      summary: 'Revoke a personal access token',
      description: 'It stops working at once. A token can revoke itself.',
      act: (caller, uuid) => actions.revokeToken(core, caller as TokenCaller, uuid),
    },
  });

  api.get(
    '/api/v2/accounts/:uuid/personal-access-tokens',
    {
      schema: {
        tags,
        operationId: 'listTokensOfAccount',
        summary: 'List the tokens that reach an Account',
        description:
          'The live tokens of members, except those of members who were added without being asked. Needs the role admin.',
        params: UuidParams,
        querystring: WholeListQuery,
        response: { 200: wholeListOf(AccountToken), ...refusals(400, 401, 403, 404) },
      },
    },
    async ({ caller, params, query }) =>
      pageOfWhole(await listTokensOfAccount(core, caller, params.uuid), 'uuid', query),
  );

  api.delete(
    '/api/v2/accounts/:uuid/personal-access-tokens/:token_uuid',
    {
      schema: {
        tags,
        operationId: 'shutTokenOut',
        summary: 'Shut a token out of an Account',
        description: `${FRESH} It keeps the other Accounts that it reaches now, and ends if there is none; its User gets a mail. Needs the role admin.`,
        params: Closed({ uuid: Uuid('The Account.', 'account'), token_uuid: Uuid('The token.', 'token') }),
        response: { 204: Type.Null(), ...refusals(400, 401, 403, 404) },
      },
    },
    async ({ caller, params }, reply) =>
      (await shutTokenOut(core, caller, params.uuid.toLowerCase(), params.token_uuid.toLowerCase())) ??
      reply.code(204).send(),
  );

  // No Idempotency-Key: repeating the answer would mean storing the token.
  api.post(
    '/api/v2/personal-access-tokens',
    {
      schema: {
        tags,
        operationId: 'createPersonalAccessToken',
        summary: 'Create a personal access token',
        description:
          'Only for a User who has given their password in the last 15 minutes. Only this answer has the token.',
        body: PersonalAccessTokenCreate,
        response: { 201: createdOf(IssuedPersonalAccessToken), ...refusals(400, 401, 403, 422) },
      },
    },
    async ({ caller, body }, reply) => {
      const issued = await actions.issueToken(core, caller as TokenCaller, body);
      return answerCreated(reply, core, '/api/v2/personal-access-tokens', issued);
    },
  );

  api.post(
    '/api/v2/personal-access-tokens/:uuid/rotate',
    {
      schema: {
        tags,
        operationId: 'rotatePersonalAccessToken',
        summary: 'Give a personal access token a new secret',
        description:
          'Only for a User who has given their password in the last 15 minutes. The old secret works until the new one is first used, for 24 hours at most. Rotated ' +
          'again before that, the token keeps the old secret, and the unused new one ends. If a secret has leaked, ' +
          'revoke the token instead.',
        params: UuidParams,
        response: { 200: dataOf(IssuedPersonalAccessToken), ...refusals(400, 401, 403, 404) },
      },
    },
    async ({ caller, params }, reply) => {
      const issued = await actions.rotateToken(core, caller as TokenCaller, params.uuid);
      if (issued instanceof Problem) return issued;
      return reply.header('cache-control', 'no-store').send({ data: issued });
    },
  );
}
