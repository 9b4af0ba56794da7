import { File, FileUpdate, FileUpload, FileUploadCreate } from '@rapport/contract/files';
import { Type } from '@rapport/contract/json-schema';
import { type Api, envelope, IdempotencyHeaders, UuidParams } from '../platform/http/api/api.ts';
import { dataOf, ETAG, pagesOf, refusals } from '../platform/http/api/openapi.ts';
import { setEtag } from '../platform/http/server/etag.ts';
import { answerOnce, type Once } from '../platform/idempotency/actions.ts';
import { LIMIT_DEFAULT } from '../platform/lists/list-query.ts';
import { newestFirstQuery } from '../platform/lists/list-schema.ts';
import { resourceRoutes } from '../platform/resources/resource-routes.ts';
import * as actions from './actions.ts';
import { contentRoutes } from './content-routes.ts';
import { formRoute } from './form-route.ts';
import { pieceRoute } from './piece-route.ts';
import type { FilesCore } from './seen.ts';
import * as uploads from './uploads.ts';

export const schemas = [File, FileUpload];

const tags = ['Files'];

export function routes(api: Api, core: FilesCore & Once): void {
  api.get(
    '/api/v2/files',
    {
      schema: {
        tags,
        operationId: 'listFiles',
        summary: 'List the files of a record',
        description: 'Newest first. Whoever reads the record reads its files.',
        querystring: Type.Object(
          {
            ...newestFirstQuery('Files').properties,
            record_uuid: Type.String({
              format: 'uuid',
              description: 'The Client, Contact, Deal, Task or Note.',
            }),
            related: Type.Optional(
              Type.Boolean({ description: 'Also those of the notes and tasks about it. Default: false.' }),
            ),
            deleted: Type.Optional(
              Type.Boolean({ description: 'Those in the trash, which can be restored. Default: false.' }),
            ),
          },
          { additionalProperties: false },
        ),
        response: { 200: pagesOf(File), ...refusals(400, 401, 403, 404) },
      },
    },
    ({ caller, query: { limit = LIMIT_DEFAULT, record_uuid, ...query } }) =>
      actions.listFiles(core, caller, { ...query, record_uuid: record_uuid.toLowerCase(), limit }),
  );

  resourceRoutes(api, core, {
    path: '/api/v2/files',
    tags,
    name: 'File',
    words: 'file',
    schema: File,
    isVersioned: true,
    retrieve: {
      description: 'Its name, type, length and records. For whoever reads one of these records.',
      refused: [403],
      act: (...one) => actions.getFile(core, ...one),
    },
    update: {
      description: 'Its name and its records. Needs the role member.',
      body: FileUpdate,
      refused: [403],
      act: (...change) => actions.updateFile(core, ...change),
    },
    delete: {
      description: 'It can be restored for 30 days; then its bytes are gone. Needs the role member.',
      refused: [403],
      act: (...one) => actions.deleteFile(core, ...one),
    },
  });

  restoreRoute(api, core);

  resourceRoutes(api, core, {
    path: '/api/v2/file-uploads',
    tags,
    name: 'FileUpload',
    words: 'file upload',
    schema: FileUpload,
    create: {
      summary: 'Begin to send a file in parts',
      description:
        'For a line that may break: send the bytes with PATCH, and go on where they ended. It is forgotten after a day. Needs the role member.',
      body: FileUploadCreate,
      refused: [403, 404, 413],
      act: uploads.beginUpload,
    },
    retrieve: {
      summary: 'Retrieve a file upload',
      description: 'How many bytes have come, and the file once all have. Only your own.',
      refused: [403],
      act: (...one) => uploads.getUpload(core, ...one),
    },
    delete: {
      summary: 'Give up a file upload',
      description: 'The bytes that have come are deleted. 409 when it has become a file.',
      refused: [403, 409],
      act: (caller, uuid) => uploads.cancelUpload(core, caller, uuid),
    },
  });

  // Each of these has a body of its own, so each has a scope of its own.
  api.register(async (scope) => formRoute(scope as unknown as Api, core));
  api.register(async (scope) => pieceRoute(scope as unknown as Api, core));
  api.register(async (scope) => contentRoutes(scope as unknown as Api, core));
}

function restoreRoute(api: Api, core: FilesCore & Once): void {
  api.post(
    '/api/v2/files/:uuid/restore',
    {
      schema: {
        tags,
        operationId: 'restoreFile',
        summary: 'Restore a deleted file',
        description: 'Within 30 days of its deletion. Needs the role member.',
        params: UuidParams,
        headers: IdempotencyHeaders,
        response: { 200: dataOf(File, ETAG), ...refusals(400, 401, 403, 404, 409, 422) },
      },
    },
    async (request, reply) => {
      const { caller, params } = request;
      const uuid = params.uuid.toLowerCase();
      const restored = await answerOnce(core, request, (own) =>
        actions.restoreFile({ ...core, ...own }, caller, uuid),
      );
      return envelope(setEtag(reply, restored));
    },
  );
}
