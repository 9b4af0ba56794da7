import { OneOf } from '@rapport/contract/fields';
import { Import, ImportRow, ImportSummary, ImportUpdate, ROW_OUTCOMES } from '@rapport/contract/imports';
import { Type } from '@rapport/contract/json-schema';
import { KeptOwner } from '@rapport/contract/kept-owners';
import { type Api, envelope, IdempotencyHeaders, UuidParams } from '../platform/http/api/api.ts';
import { dataOf, pagesOf, refusals } from '../platform/http/api/openapi.ts';
import { CHANGE_HEADER, changeUuidOf } from '../platform/http/server/change-uuid.ts';
import { answerOnce, type Once } from '../platform/idempotency/actions.ts';
import { LIMIT_DEFAULT } from '../platform/lists/list-query.ts';
import { newestFirstQuery } from '../platform/lists/list-schema.ts';
import { Problem } from '../platform/problem.ts';
import { resourceRoutes } from '../platform/resources/resource-routes.ts';
import type { ImportsCore, startImport } from './actions.ts';
import { keptOwnerRoutes } from './owners/routes.ts';
import { uploadRoute } from './upload-route.ts';

export const schemas = [ImportRow, Import, ImportSummary, KeptOwner];

const tags = ['Imports'];

/**
 * Loaded with the first request, as are all that read files and their libraries: an idle server is
 * 5 MB smaller without them (0058).
 */
const actions = () => import('./actions.ts');
const rows = () => import('./show/rows.ts');

export function routes(api: Api, core: ImportsCore & Once): void {
  api.register(async (scope) => uploadRoute(scope as unknown as Api, core));

  api.get(
    '/api/v2/imports',
    {
      schema: {
        tags,
        operationId: 'listImports',
        summary: 'List the imports of your Accounts',
        description: 'Newest first, without their plans.',
        querystring: Type.Object(
          {
            ...newestFirstQuery('Imports').properties,
            account_uuid: Type.Optional(
              Type.String({ format: 'uuid', description: 'Only the imports into this Account.' }),
            ),
          },
          { additionalProperties: false },
        ),
        response: { 200: pagesOf(ImportSummary), ...refusals(400, 401, 403, 404) },
      },
    },
    async ({ caller, query: { cursor, limit = LIMIT_DEFAULT, account_uuid } }) =>
      (await actions()).listImports(core, caller, { account_uuid, cursor, limit }),
  );

  resourceRoutes(api, core, {
    path: '/api/v2/imports',
    tags,
    name: 'Import',
    words: 'import',
    schema: Import,
    retrieve: {
      summary: 'Retrieve an import',
      description:
        'A draft with its plan, its warnings and a preview of twenty rows, for which it needs the role member; then how far it is.',
      refused: [403],
      act: async (...one) => (await actions()).getImport(core, ...one),
    },
    update: {
      summary: 'Change the plan of an import',
      description:
        'Only while it is a draft. The answer has the preview and the warnings of the new plan. Needs the role member.',
      body: ImportUpdate,
      refused: [403, 409],
      act: async (caller, uuid, { plan }) => (await actions()).updateImport(core, caller, uuid, plan),
    },
    delete: {
      summary: 'Delete a draft of an import',
      description:
        'With its files. A draft that nobody starts is deleted after seven days. Needs the role member.',
      refused: [403, 409],
      act: async (caller, uuid) => (await actions()).deleteImport(core, caller, uuid),
    },
  });

  verbRoute(api, core, 'start', async (...one) => (await actions()).startImport(...one), {
    summary: 'Start an import',
    description:
      'A worker does it, also while nobody looks. A stopped or failed import goes on where it ended. Needs the role member. ' +
      'Each row is an event, of one change.',
  });
  verbRoute(api, core, 'stop', async (...one) => (await actions()).stopImport(...one), {
    summary: 'Stop an import',
    description: 'The rows under way are finished. What was done is kept; undo its change to take it back.',
  });

  api.get(
    '/api/v2/imports/:uuid/rows',
    {
      schema: {
        tags,
        operationId: 'listRowsOfImport',
        summary: 'List the rows of an import with their outcomes',
        description:
          'In the order of the files. They are kept for 30 days after the end of the import. Needs the role member.',
        params: UuidParams,
        querystring: Type.Object(
          {
            outcome: Type.Optional(OneOf([...ROW_OUTCOMES], 'Only rows with this outcome.')),
            lossy: Type.Optional(
              Type.Boolean({
                description:
                  'Only rows that were taken without some of their cells, which `counts.lost_cells` counts. Default: false.',
              }),
            ),
            limit: Type.Optional(
              Type.Integer({ minimum: 1, maximum: 200, description: 'Rows a page. Default: 50.' }),
            ),
            cursor: Type.Optional(
              Type.String({ maxLength: 60, description: 'next_cursor of the previous page.' }),
            ),
          },
          { additionalProperties: false },
        ),
        response: { 200: pagesOf(ImportRow), ...refusals(400, 401, 403, 404) },
      },
    },
    async ({ caller, params, query: { limit = 50, ...query } }) =>
      (await rows()).listRows(core, caller, params.uuid, { ...query, limit }),
  );

  refusedRoute(api, core);
  keptOwnerRoutes(api, core);
}

function verbRoute(
  api: Api,
  core: ImportsCore & Once,
  verb: 'start' | 'stop',
  act: typeof startImport,
  words: { summary: string; description: string },
): void {
  api.post(
    `/api/v2/imports/:uuid/${verb}`,
    {
      schema: {
        tags,
        operationId: `${verb}Import`,
        ...words,
        params: UuidParams,
        headers: IdempotencyHeaders,
        response: { 200: dataOf(Import), ...refusals(400, 401, 403, 404, 409, 422) },
      },
    },
    async (request, reply) => {
      const { caller, params } = request;
      const answer = await answerOnce(core, request, async (own) => {
        const one = await act({ ...core, ...own }, caller, params.uuid);
        // An import that goes on is part of the change that it began.
        if (!(one instanceof Problem)) request.asked.change_uuid = one.change_uuid;
        return one;
      });
      reply.header(CHANGE_HEADER, changeUuidOf(request));
      return envelope(answer);
    },
  );
}

function refusedRoute(api: Api, core: ImportsCore): void {
  api.get(
    '/api/v2/imports/:uuid/refused.csv',
    {
      schema: {
        tags,
        operationId: 'downloadRefusedRowsOfImport',
        summary: 'Download the refused rows of an import as a file',
        description:
          'One file of the import, as it was sent, with the reason before each row; the header alone when none was refused. Mend it and import it: the reasons are left out. Needs the role member.',
        params: UuidParams,
        querystring: Type.Object(
          {
            file: Type.Optional(
              Type.Integer({
                minimum: 0,
                maximum: 1000,
                description: 'The file; the first with refused rows when left out.',
              }),
            ),
          },
          { additionalProperties: false },
        ),
        response: {
          200: { description: 'CSV in UTF-8.', content: { 'text/csv': { schema: Type.String() } } },
          ...refusals(400, 401, 403, 404),
        },
      },
    },
    async ({ caller, params, query }, reply) => {
      const refused = await (await rows()).refusedRows(core, caller, params.uuid, query.file);
      if (refused instanceof Problem) return refused;
      return reply
        .header('content-type', 'text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(refused.name)}`)
        .send(refused.csv);
    },
  );
}
