import { API_REQUESTS_LIST, ApiRequest } from '@rapport/contract/api-requests';
import type { Core } from '../platform/core.ts';
import type { Api } from '../platform/http/api/api.ts';
import { listOf, refusals } from '../platform/http/api/openapi.ts';
import { listQuerySchema } from '../platform/lists/list-schema.ts';
import { listRequests } from './actions.ts';

export const schemas = [ApiRequest];

export function routes(api: Api, core: Core): void {
  api.get(
    '/api/v2/api-requests',
    {
      schema: {
        tags: ['Me'],
        operationId: 'listApiRequests',
        summary: 'List the API requests of your tokens and applications',
        description:
          'Newest first, from the last three days: requests without queries and bodies, including refused ones. A request appears ' +
          'about a second after its answer. An application sees only its own.',
        querystring: listQuerySchema(API_REQUESTS_LIST, { ofOneAccount: true }),
        response: { 200: listOf(ApiRequest), ...refusals(400, 401) },
      },
    },
    ({ caller, query }) => listRequests(core, caller, query),
  );
}
