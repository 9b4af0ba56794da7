import { AccountApplication } from '@rapport/contract/connections';
import { Closed, Uuid } from '@rapport/contract/fields';
import { Grant } from '@rapport/contract/grants';
import { Type } from '@rapport/contract/json-schema';
import { FRESH } from '../../access/rules.ts';
import type { Core } from '../../platform/core.ts';
import { type Api, UuidParams } from '../../platform/http/api/api.ts';
import { refusals, wholeListOf } from '../../platform/http/api/openapi.ts';
import { pageOfWhole, WholeListQuery } from '../../platform/lists/whole-list.ts';
import { type ResourceCore, resourceRoutes } from '../../platform/resources/resource-routes.ts';
import * as actions from './actions.ts';

const tags = ['Connected applications'];

export function grantRoutes(api: Api, core: Core & ResourceCore): void {
  resourceRoutes(api, core, {
    path: '/api/v2/grants',
    tags,
    name: 'Grant',
    words: 'grant',
    schema: Grant,
    list: {
      summary: 'List the applications connected to you',
      description: 'All live grants. An application sees only its own.',
      act: (caller) => actions.listGrants(core, caller),
    },
    delete: {
      summary: 'Disconnect an application',
      description: 'Its tokens stop working at once, and the webhook subscriptions it made are disabled.',
      act: (caller, uuid) => actions.disconnect(core, caller, uuid),
    },
  });

  api.get(
    '/api/v2/accounts/:uuid/grants',
    {
      schema: {
        tags,
        operationId: 'listApplicationsOfAccount',
        summary: 'List the applications that act in an Account',
        description:
          'The applications that members have allowed, except those of members who were added without being asked. Needs the role admin.',
        params: UuidParams,
        querystring: WholeListQuery,
        response: { 200: wholeListOf(AccountApplication), ...refusals(400, 401, 403, 404) },
      },
    },
    async ({ caller, params, query }) =>
      pageOfWhole(await actions.listApplicationsOfAccount(core, caller, params.uuid), 'uuid', query),
  );

  api.delete(
    '/api/v2/accounts/:uuid/grants/:grant_uuid',
    {
      schema: {
        tags,
        operationId: 'shutApplicationOut',
        summary: 'Shut an application out of an Account',
        description: `${FRESH} It keeps the other Accounts that it reaches now, and is disconnected if there is none; the User gets a mail. Needs the role admin.`,
        params: Closed({ uuid: Uuid('The Account.', 'account'), grant_uuid: Uuid('The grant.') }),
        response: { 204: Type.Null(), ...refusals(400, 401, 403, 404) },
      },
    },
    async ({ caller, params }, reply) =>
      (await actions.shutApplicationOut(
        core,
        caller,
        params.uuid.toLowerCase(),
        params.grant_uuid.toLowerCase(),
      )) ?? reply.code(204).send(),
  );
}
