import { Export, ExportCreate } from '@rapport/contract/exports';
import { Type } from '@rapport/contract/json-schema';
import { type Api, envelope, IdempotencyHeaders, UuidParams } from '../platform/http/api/api.ts';
import { answerCreated } from '../platform/http/api/created.ts';
import { createdOf, dataOf, pagesOf, refusals } from '../platform/http/api/openapi.ts';
import { answerOnce, type Once } from '../platform/idempotency/actions.ts';
import { LIMIT_DEFAULT } from '../platform/lists/list-query.ts';
import { newestFirstQuery } from '../platform/lists/list-schema.ts';
import * as actions from './actions.ts';
import { fileRoute } from './file-route.ts';

export const schemas = [Export];

const tags = ['Exports'];

export function routes(api: Api, core: actions.ExportsCore & Once): void {
  api.post(
    '/api/v2/exports',
    {
      schema: {
        tags,
        operationId: 'createExport',
        summary: 'Export a whole Account',
        description:
          'A worker writes it into a zip file: all records, also those deleted in the last 30 days, custom fields, views, merges and, if wanted, ' +
          'their history, each as one JSON object a line with its JSON Schema. No secret is in it. "rapport accounts import" takes it in again. ' +
          'Needs the role owner. It is in the audit log.',
        headers: IdempotencyHeaders,
        body: ExportCreate,
        response: { 201: createdOf(Export), ...refusals(400, 401, 403, 404, 409, 422) },
      },
    },
    async (request, reply) => {
      const { caller, body } = request;
      const made = await answerOnce(core, request, (own) =>
        actions.createExport({ ...core, ...own }, caller, body),
      );
      return answerCreated(reply, core, '/api/v2/exports', made);
    },
  );

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

  api.get(
    '/api/v2/exports/:uuid',
    {
      schema: {
        tags,
        operationId: 'retrieveExport',
        summary: 'Retrieve an export',
        description: 'How far it is, and what came of it. Needs the role owner.',
        params: UuidParams,
        response: { 200: dataOf(Export), ...refusals(400, 401, 403, 404) },
      },
    },
    async ({ caller, params }) => envelope(await actions.getExport(core, caller, params.uuid)),
  );

  api.delete(
    '/api/v2/exports/:uuid',
    {
      schema: {
        tags,
        operationId: 'deleteExport',
        summary: 'Delete an export with its file',
        description: 'One that is under way is stopped. Needs the role owner.',
        params: UuidParams,
        response: { 204: Type.Null(), ...refusals(400, 401, 403, 404) },
      },
    },
    async ({ caller, params }, reply) => {
      const refusal = await actions.deleteExport(core, caller, params.uuid);
      return refusal ?? reply.code(204).send();
    },
  );

  fileRoute(api, core);
}
