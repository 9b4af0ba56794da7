import { Login, LoginUpdate } from '@rapport/contract/accounts';
import { Type } from '@rapport/contract/json-schema';
import { LOGINS_LIST } from '@rapport/contract/lists';
import { FRESH } from '../../access/rules.ts';
import { type Api, envelope, UuidParams } from '../../platform/http/api/api.ts';
import { dataOf, listOf, refusals } from '../../platform/http/api/openapi.ts';
import { listQuerySchema } from '../../platform/lists/list-schema.ts';
import type { PeopleCore } from '../owner-mails.ts';
import * as actions from './actions.ts';

export function loginRoutes(api: Api, core: PeopleCore): void {
  const tags = ['Logins'];

  for (const version of ['v1', 'v2']) {
    api.get(
      `/api/${version}/logins`,
      {
        schema: {
          tags,
          operationId: version === 'v1' ? 'listLoginsV1' : 'listLogins',
          summary: 'List your Logins',
          description: 'One for each of your Accounts, with your role in it.',
          querystring: listQuerySchema(LOGINS_LIST),
          response: { 200: listOf(Login), ...refusals(400, 401, 404) },
        },
      },
      (request) => actions.listOwnLogins(core, request.caller, request.query),
    );
  }

  api.get(
    '/api/v2/accounts/:uuid/logins',
    {
      schema: {
        tags,
        operationId: 'listLoginsOfAccount',
        summary: 'List the Logins of an Account',
        params: UuidParams,
        querystring: listQuerySchema(LOGINS_LIST, { ofOneAccount: true }),
        response: { 200: listOf(Login), ...refusals(400, 401, 404) },
      },
    },
    (request) => actions.listLoginsOfAccount(core, request.caller, request.params.uuid, request.query),
  );

  api.get(
    '/api/v2/logins/:uuid',
    {
      schema: {
        tags,
        operationId: 'retrieveLogin',
        summary: 'Retrieve a Login',
        params: UuidParams,
        response: { 200: dataOf(Login), ...refusals(400, 401, 404) },
      },
    },
    async (request) => envelope(await actions.getLogin(core, request.caller, request.params.uuid)),
  );

  api.patch(
    '/api/v2/logins/:uuid',
    {
      schema: {
        tags,
        operationId: 'updateLogin',
        summary: 'Change the role of a Login',
        description: `Needs the role admin; only an owner changes owners. The last owner cannot lose the role. ${FRESH}`,
        params: UuidParams,
        body: LoginUpdate,
        response: { 200: dataOf(Login), ...refusals(400, 401, 403, 404, 422) },
      },
    },
    async (request) =>
      envelope(await actions.changeRole(core, request.caller, request.params.uuid, request.body.role)),
  );

  api.delete(
    '/api/v2/logins/:uuid',
    {
      schema: {
        tags,
        operationId: 'deleteLogin',
        summary: 'Remove a User from an Account',
        description: `Needs the role admin, unless the Login is your own. The last owner cannot leave. ${FRESH}`,
        params: UuidParams,
        response: { 204: Type.Null(), ...refusals(400, 401, 403, 404, 422) },
      },
    },
    async (request, reply) =>
      (await actions.removeLogin(core, request.caller, request.params.uuid)) ?? reply.code(204).send(),
  );
}
