import { LOGINS_MAX, Login, LoginCreate, LoginUpdate, OWNED_ACCOUNTS_MAX } from '@rapport/contract/accounts';
import { Type } from '@rapport/contract/json-schema';
import { LOGINS_LIST } from '@rapport/contract/lists';
import { FRESH } from '../../access/rules.ts';
import { type Api, envelope, IdempotencyHeaders, UuidParams } from '../../platform/http/api/api.ts';
import { answerCreated } from '../../platform/http/api/created.ts';
import { createdOf, dataOf, listOf, refusals } from '../../platform/http/api/openapi.ts';
import { answerOnce, type Once } from '../../platform/idempotency/actions.ts';
import { listQuerySchema } from '../../platform/lists/list-schema.ts';
import type { PeopleCore } from '../owner-mails.ts';
import * as actions from './actions.ts';

export function loginRoutes(api: Api, core: PeopleCore & Once): void {
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

  api.post(
    '/api/v2/accounts/:uuid/logins',
    {
      schema: {
        tags,
        operationId: 'createLogin',
        summary: 'Add a User to an Account',
        description: `Needs the role admin; only an owner adds owners. A User can have ${LOGINS_MAX} Logins and own ${OWNED_ACCOUNTS_MAX} Accounts. ${FRESH} Records login.created.`,
        params: UuidParams,
        body: LoginCreate,
        headers: IdempotencyHeaders,
        response: { 201: createdOf(Login), ...refusals(400, 401, 403, 404, 409, 422) },
      },
    },
    async (request, reply) => {
      const { caller, params, body } = request;
      const added = await answerOnce(core, request, (core) =>
        actions.addLogin(core, caller, params.uuid, body),
      );
      return answerCreated(reply, core, '/api/v2/logins', added);
    },
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
