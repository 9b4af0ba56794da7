import { AuditEntry } from '@rapport/contract/audit';
import { Type } from '@rapport/contract/json-schema';
import type { Core } from '../platform/core.ts';
import type { Api } from '../platform/http/api/api.ts';
import { pagesOf, refusals } from '../platform/http/api/openapi.ts';
import { LIMIT_DEFAULT } from '../platform/lists/list-query.ts';
import { newestFirstQuery } from '../platform/lists/list-schema.ts';
import { listEntriesOfAccount, listOwnEntries } from './actions.ts';

const AuditQuery = Type.Object(
  {
    ...newestFirstQuery('Entries').properties,
    account_uuid: Type.Optional(
      Type.String({
        format: 'uuid',
        description: 'The entries about this Account instead of your own; needs the role admin.',
      }),
    ),
  },
  { additionalProperties: false },
);

export const schemas = [AuditEntry];

export function routes(api: Api, core: Core): void {
  api.get(
    '/api/v2/audit-log',
    {
      schema: {
        tags: ['Me'],
        operationId: 'listAuditEntries',
        summary: 'List the audit log of your sign-in, tokens and applications',
        description:
          'Newest first. With account_uuid the entries about an Account, its members, and the tokens, webhooks and applications that they ' +
          'allowed while they were members. An application sees only entries about itself.',
        querystring: AuditQuery,
        response: { 200: pagesOf(AuditEntry), ...refusals(400, 401, 403, 404) },
      },
    },
    ({ caller, query: { cursor, limit = LIMIT_DEFAULT, account_uuid } }) =>
      account_uuid === undefined
        ? listOwnEntries(core, caller, { cursor, limit })
        : listEntriesOfAccount(core, caller, account_uuid, { cursor, limit }),
  );
}
