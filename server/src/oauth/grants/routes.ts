import { AccountApplication } from '@rapport/contract/connections';
import { Grant } from '@rapport/contract/grants';
import { Type } from '@rapport/contract/json-schema';
import type { Core } from '../../platform/core.ts';
import { type Api, UuidParams } from '../../platform/http/api/api.ts';
import { refusals, wholeListOf } from '../../platform/http/api/openapi.ts';
import { pageOfWhole, WholeListQuery } from '../../platform/lists/whole-list.ts';
import { Problem } from '../../platform/problem.ts';
import * as actions from './actions.ts';

const tags = ['Connected applications'];

export function grantRoutes(api: Api, core: Core): void {
  api.get(
    '/api/v2/grants',
    {
      schema: {
        tags,
        operationId: 'listGrants',
        summary: 'List the applications connected to you',
        description: 'All live grants. An application sees only its own.',
        querystring: WholeListQuery,
        response: { 200: wholeListOf(Grant), ...refusals(400, 401) },
      },
    },
    async ({ caller, query }) => pageOfWhole(await actions.listGrants(core, caller), 'uuid', query),
  );

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
    async ({ caller, params, query }) => {
      const applications = await actions.listApplicationsOfAccount(core, caller, params.uuid);
      return applications instanceof Problem ? applications : pageOfWhole(applications, 'uuid', query);
    },
  );

  api.delete(
    '/api/v2/grants/:uuid',
    {
      schema: {
        tags,
        operationId: 'deleteGrant',
        summary: 'Disconnect an application',
        description: 'Its tokens stop working at once, and the webhook subscriptions it made are disabled.',
        params: UuidParams,
        response: { 204: Type.Null(), ...refusals(400, 401, 404) },
      },
    },
    async ({ caller, params }, reply) => {
      const refusal = await actions.disconnect(core, caller, params.uuid);
      return refusal ?? reply.code(204).send();
    },
  );
}
