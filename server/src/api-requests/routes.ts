import { API_REQUESTS_LIST, ApiRequest } from '@rapport/contract/api-requests';
import type { Core } from '../platform/core.ts';
import type { Api } from '../platform/http/api/api.ts';
import { listOf, refusals } from '../platform/http/api/openapi.ts';
import { listQuerySchema } from '../platform/lists/list-schema.ts';
import { listRequests } from './actions.ts';

export function apiRequestRoutes(api: Api, core: Core): void {
  api.get(
    '/api/v2/api-requests',
    {
      schema: {
        tags: ['Me'],
        operationId: 'listApiRequests',
        summary: 'List what your tokens and applications asked of the API',
        description:
          'The latest first, of the last three days: requests without queries and bodies, also those that were refused. A request stands here ' +
          'about a second after it was answered. An application sees its own alone.',
        querystring: listQuerySchema(API_REQUESTS_LIST, { ofOneAccount: true }),
        response: { 200: listOf(ApiRequest), ...refusals(400, 401) },
      },
    },
    ({ caller, query }) => listRequests(core, caller, query),
  );
}
