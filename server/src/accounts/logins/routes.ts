import { Login, LoginUpdate } from '@rapport/contract/accounts';
import { Closed } from '@rapport/contract/fields';
import { Type } from '@rapport/contract/json-schema';
import { LOGINS_LIST } from '@rapport/contract/lists';
import { FRESH } from '../../access/rules.ts';
import { type Api, UuidParams } from '../../platform/http/api/api.ts';
import { listOf, refusals } from '../../platform/http/api/openapi.ts';
import { listQuerySchema } from '../../platform/lists/list-schema.ts';
import { type ResourceCore, resourceRoutes } from '../../platform/resources/resource-routes.ts';
import type { PeopleCore } from '../owner-mails.ts';
import * as actions from './actions.ts';

const LeaveRecords = Type.Optional(
  Type.Boolean({
    description: 'True: their records stay theirs, for admins and owners to see and to hand over later.',
  }),
);

export function loginRoutes(api: Api, core: PeopleCore & ResourceCore): void {
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

  resourceRoutes(api, core, {
    path: '/api/v2/logins',
    tags,
    name: 'Login',
    words: 'Login',
    schema: Login,
    retrieve: { act: (...one) => actions.getLogin(core, ...one) },
    update: {
      summary: 'Change the role of a Login',
      description: `Needs the role admin; only an owner changes owners. The last owner cannot lose the role. ${FRESH}`,
      body: LoginUpdate,
      refused: [403],
      act: (caller, uuid, { role }) => actions.changeRole(core, caller, uuid, role),
    },
  });

  api.delete(
    '/api/v2/logins/:uuid',
    {
      schema: {
        tags,
        operationId: 'deleteLogin',
        summary: 'Remove a User from an Account',
        description: `Needs the role admin, unless the Login is your own. The last owner cannot leave. Where the Account narrows what a role sees, 409 while the User owns Clients, Contacts or Deals: hand them over, or leave them. ${FRESH}`,
        params: UuidParams,
        querystring: Closed({ leave_records: LeaveRecords }),
        response: { 204: Type.Null(), ...refusals(400, 401, 403, 404, 409, 422) },
      },
    },
    async ({ caller, params, query }, reply) => {
      const uuid = params.uuid.toLowerCase();
      const refusal = await actions.removeLogin(core, caller, uuid, query.leave_records);
      return refusal ?? reply.code(204).send();
    },
  );
}
