import { Readable } from 'node:stream';
import { FileUpload } from '@rapport/contract/files';
import { Type } from '@rapport/contract/json-schema';
import type { FastifyRequest } from 'fastify';
import { type Api, envelope, UuidParams } from '../platform/http/api/api.ts';
import { dataOf, refusals } from '../platform/http/api/openapi.ts';
import { refuseCoding } from '../platform/http/server/body-coding.ts';
import { Problem } from '../platform/problem.ts';
import type { FilesCore } from './seen.ts';
import { sending } from './sending.ts';
import { continueUpload } from './uploads.ts';

/** Takes bytes of an upload, as many as come. The body is passed on unread. */
export function pieceRoute(api: Api, core: FilesCore): void {
  const inPlace = sending(api);
  api.removeAllContentTypeParsers();
  api.addContentTypeParser('application/octet-stream', (request, body, done) =>
    done(null, refuseCoding(request) ?? body),
  );
  api.addContentTypeParser('*', (request, _body, done) => done(null, notBytes(request)));
  api.patch(
    '/api/v2/file-uploads/:uuid',
    {
      schema: {
        tags: ['Files'],
        operationId: 'continueFileUpload',
        summary: 'Send bytes of a file upload',
        description:
          'From `offset` on, as many as you like. They are kept in pieces of 512 KiB: after a break ask for received_bytes and go on from there. ' +
          'With the last byte it becomes a file, once. Needs the role member.',
        params: UuidParams,
        querystring: Type.Object(
          {
            offset: Type.Integer({
              minimum: 0,
              maximum: Number.MAX_SAFE_INTEGER,
              description: 'The place of the first byte of this body: received_bytes. Else 409.',
            }),
          },
          { additionalProperties: false },
        ),
        body: { content: { 'application/octet-stream': { schema: BYTES } } },
        response: { 200: dataOf(FileUpload), ...refusals(400, 401, 403, 404, 409, 413, 415, 422, 429, 503) },
      },
    },
    async (request, reply) => {
      const { caller, params, query } = request;
      // A request without a body has no stream: it asks whether the file is whole.
      const body = (request.body as Readable | undefined) ?? Readable.from([]);
      const uuid = params.uuid.toLowerCase();
      const sent = await inPlace(request, reply, (signal) =>
        continueUpload(core, caller, uuid, query.offset, { body, signal }),
      );
      return envelope(sent);
    },
  );
}

/** The schema has no type, because it gets the stream. */
const BYTES = Type.Unsafe<Readable>({ description: 'The bytes.' });

function notBytes({ headers }: FastifyRequest): Problem {
  const detail = `The body has Content-Type "${headers['content-type'] ?? ''}". Send the bytes with Content-Type: application/octet-stream.`;
  return new Problem('content_type_unsupported', detail);
}
