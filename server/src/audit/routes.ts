import { AuditEntry } from '@rapport/contract/audit';
import { Type } from 'typebox';
import type { Core } from '../platform/core.ts';
import type { Api } from '../platform/http/api.ts';
import { pagesOf, refusals } from '../platform/http/openapi.ts';
import { LIMIT_DEFAULT, LIMIT_MAX } from '../platform/lists/list-query.ts';
import { listOwnEntries } from './actions.ts';

const Query = Type.Object(
  {
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: LIMIT_MAX,
        description: `Entries a page; ${LIMIT_DEFAULT} when left out.`,
      }),
    ),
    cursor: Type.Optional(Type.String({ format: 'uuid', description: 'next_cursor of the page before.' })),
  },
  { additionalProperties: false },
);

export function auditRoutes(api: Api, core: Core): void {
  api.get(
    '/api/v2/audit-log',
    {
      schema: {
        tags: ['Me'],
        operationId: 'listAuditEntries',
        summary: 'List what happened to your sign-in, tokens and applications',
        description: 'Newest first. An application sees only what concerns itself.',
        querystring: Query,
        response: { 200: pagesOf(AuditEntry), ...refusals(400, 401) },
      },
    },
    ({ caller, query }) =>
      listOwnEntries(core, caller, { cursor: query.cursor, limit: query.limit ?? LIMIT_DEFAULT }),
  );
}
