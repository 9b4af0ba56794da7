import { AuditEntry } from '@rapport/contract/audit';
import type { Core } from '../platform/core.ts';
import type { Api } from '../platform/http/api.ts';
import { pagesOf, refusals } from '../platform/http/openapi.ts';
import { LIMIT_DEFAULT } from '../platform/lists/list-query.ts';
import { newestFirstQuery } from '../platform/lists/list-schema.ts';
import { listOwnEntries } from './actions.ts';

export function auditRoutes(api: Api, core: Core): void {
  api.get(
    '/api/v2/audit-log',
    {
      schema: {
        tags: ['Me'],
        operationId: 'listAuditEntries',
        summary: 'List what happened to your sign-in, tokens and applications',
        description: 'Newest first. An application sees only what concerns itself.',
        querystring: newestFirstQuery('Entries'),
        response: { 200: pagesOf(AuditEntry), ...refusals(400, 401) },
      },
    },
    ({ caller, query }) =>
      listOwnEntries(core, caller, { cursor: query.cursor, limit: query.limit ?? LIMIT_DEFAULT }),
  );
}
