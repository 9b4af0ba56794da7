import { Export, ExportCreate } from '@rapport/contract/exports';
import { Type } from '@rapport/contract/json-schema';
import { FRESH } from '../access/rules.ts';
import type { Api } from '../platform/http/api/api.ts';
import { pagesOf, refusals } from '../platform/http/api/openapi.ts';
import type { Once } from '../platform/idempotency/actions.ts';
import { LIMIT_DEFAULT } from '../platform/lists/list-query.ts';
import { newestFirstQuery } from '../platform/lists/list-schema.ts';
import { resourceRoutes } from '../platform/resources/resource-routes.ts';
import * as actions from './actions.ts';
import { fileRoute } from './file-route.ts';

export const schemas = [Export];

const tags = ['Exports'];

export function routes(api: Api, core: actions.ExportsCore & Once): void {
  resourceRoutes(api, core, {
    path: '/api/v2/exports',
    tags,
    name: 'Export',
    words: 'export',
    schema: Export,
    create: {
      summary: 'Export a whole Account',
      description:
        'A worker writes it into a zip file: all records, also those deleted in the last 30 days, custom fields, views, merges and, if wanted, ' +
        'their history, each as one JSON object a line with its JSON Schema. No secret is in it. "rapport accounts import" takes it in again. ' +
        `Needs the role owner. It is in the audit log. ${FRESH}`,
      refused: [403, 404],
      body: ExportCreate,
      act: actions.createExport,
    },
    retrieve: {
      summary: 'Retrieve an export',
      description: 'How far it is, and what came of it. Needs the role owner.',
      refused: [403],
      act: (caller, uuid) => actions.getExport(core, caller, uuid),
    },
    delete: {
      summary: 'Delete an export with its file',
      description: 'One that is under way is stopped. Needs the role owner.',
      refused: [403],
      act: (caller, uuid) => actions.deleteExport(core, caller, uuid),
    },
  });

  api.get(
    '/api/v2/exports',
    {
      schema: {
        tags,
        operationId: 'listExports',
        summary: 'List the exports of your Accounts',
        description: 'Newest first, of the Accounts that you own.',
        querystring: Type.Object(
          {
            ...newestFirstQuery('Exports').properties,
            account_uuid: Type.Optional(
              Type.String({ format: 'uuid', description: 'Only the exports of this Account.' }),
            ),
          },
          { additionalProperties: false },
        ),
        response: { 200: pagesOf(Export), ...refusals(400, 401, 403, 404) },
      },
    },
    ({ caller, query: { cursor, limit = LIMIT_DEFAULT, account_uuid } }) =>
      actions.listExports(core, caller, { account_uuid, cursor, limit }),
  );

  fileRoute(api, core);
}
