import { createHash } from 'node:crypto';
import { OTHER_TYPE, SHOWN_TYPES, THUMBNAIL_MAX_BYTES } from '@rapport/contract/files';
import { Type } from '@rapport/contract/json-schema';
import type { FastifyRequest } from 'fastify';
import type { Caller } from '../access/caller.ts';
import { type Api, IfNoneMatchHeaders, UuidParams } from '../platform/http/api/api.ts';
import { ETAG, refusals, UNCHANGED } from '../platform/http/api/openapi.ts';
import { answerPart, RangeHeaders } from '../platform/http/server/part-answer.ts';
import { Problem } from '../platform/problem.ts';
import { getFile } from './actions.ts';
import { openContent, openThumbnail, putThumbnail } from './contents.ts';
import type { FilesCore } from './seen.ts';
import { headersOf } from './shown.ts';

const tags = ['Files'];
const WEBP = 'image/webp';

const BYTES = { schema: Type.Unsafe<Buffer>({ description: 'The bytes.' }) };

const bytes = (description: string) => ({
  description,
  content: Object.fromEntries([OTHER_TYPE, ...SHOWN_TYPES].map((type) => [type, BYTES])),
});

export function contentRoutes(api: Api, core: FilesCore): void {
  api.get(
    '/api/v2/files/:uuid/content',
    {
      schema: {
        tags,
        operationId: 'downloadContentOfFile',
        summary: 'Download a file',
        description:
          'For whoever reads one of its records. A download that broke off goes on with Range. Browsers show pictures and PDF, by what the ' +
          'bytes are; all else they only save. The ETag is the SHA-256 of the bytes.',
        params: UuidParams,
        headers: Type.Object({ ...RangeHeaders.properties, ...IfNoneMatchHeaders.properties }),
        response: {
          200: { ...bytes('The whole file.'), headers: ETAG },
          206: bytes('The part that was asked for.'),
          304: UNCHANGED,
          416: { description: 'The part lies behind the end of the file.', type: 'null' },
          ...refusals(400, 401, 403, 404, 409),
        },
      },
    },
    async (request, reply) => {
      const { caller, params } = request;
      const uuid = params.uuid.toLowerCase();
      const found = await openContent(core, caller, uuid);
      if (found instanceof Problem) return found;
      reply.headers(headersOf(found.type, found.name));
      return answerPart(request, reply, found, () => stillReads(core, uuid, request.asked.callerNow));
    },
  );

  api.get(
    '/api/v2/files/:uuid/thumbnail',
    {
      schema: {
        tags,
        operationId: 'retrieveThumbnailOfFile',
        summary: 'Download the small picture of a file',
        description: 'As the browser made it that sent the file. 404 when there is none.',
        params: UuidParams,
        headers: IfNoneMatchHeaders,
        response: {
          200: { description: 'A WebP picture.', content: { [WEBP]: BYTES }, headers: ETAG },
          304: UNCHANGED,
          ...refusals(400, 401, 403, 404, 409),
        },
      },
    },
    async ({ caller, params }, reply) => {
      const found = await openThumbnail(core, caller, params.uuid.toLowerCase());
      if (found instanceof Problem) return found;
      const etag = `"${createHash('sha256').update(found).digest('hex')}"`;
      return reply.headers(headersOf(WEBP, 'thumbnail.webp')).header('etag', etag).send(found);
    },
  );

  thumbnailRoute(api, core);
}

function thumbnailRoute(api: Api, core: FilesCore): void {
  api.removeAllContentTypeParsers();
  api.addContentTypeParser(
    WEBP,
    { parseAs: 'buffer', bodyLimit: THUMBNAIL_MAX_BYTES },
    (_request, body, done) => done(null, body),
  );
  api.addContentTypeParser('*', (request, _body, done) => done(null, notPicture(request)));
  api.put(
    '/api/v2/files/:uuid/thumbnail',
    {
      schema: {
        tags,
        operationId: 'setThumbnailOfFile',
        summary: 'Give a file a small picture',
        description:
          'A WebP picture of at most 320 × 320 points and 64 KiB. The service makes none itself: it opens no file. Needs the role member.',
        params: UuidParams,
        body: { content: { [WEBP]: { schema: Type.Unsafe<Buffer>({ description: 'The picture.' }) } } },
        response: { 204: Type.Null(), ...refusals(400, 401, 403, 404, 413, 415, 422) },
      },
    },
    async ({ caller, params, body }, reply) => {
      const picture = (body as Buffer | undefined) ?? Buffer.alloc(0);
      const refusal = await putThumbnail(core, caller, params.uuid.toLowerCase(), picture);
      return refusal ?? reply.code(204).send();
    },
  );
}

function notPicture({ headers }: FastifyRequest): Problem {
  const detail = `The body has Content-Type "${headers['content-type'] ?? ''}". Send the picture with Content-Type: ${WEBP}.`;
  return new Problem('content_type_unsupported', detail);
}

async function stillReads(
  core: FilesCore,
  uuid: string,
  callerNow: () => Promise<Caller | Problem>,
): Promise<boolean> {
  const now = await callerNow();
  return !(now instanceof Problem) && !((await getFile(core, now, uuid)) instanceof Problem);
}
