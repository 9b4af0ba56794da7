import { Readable } from 'node:stream';
import { Type } from '@rapport/contract/json-schema';
import type { Caller } from '../access/caller.ts';
import type { Core } from '../platform/core.ts';
import { type Api, UuidParams } from '../platform/http/api/api.ts';
import { refusals } from '../platform/http/api/openapi.ts';
import { Problem } from '../platform/problem.ts';
import { type ExportFile, getExport, openFile } from './actions.ts';
import { rangeOf } from './range.ts';
import { CHUNK_BYTES } from './run-export.ts';

/** Bytes between two looks whether the caller may still have the file. */
const BYTES_PER_LOOK = 64 * CHUNK_BYTES;

const HEADERS = Type.Object({
  range: Type.Optional(
    Type.String({
      description: 'A part of the file, to go on with a download: bytes=1048576-.',
      examples: ['bytes=1048576-'],
    }),
  ),
  'if-range': Type.Optional(
    Type.String({ description: 'The ETag of the part that is there. For another file the whole one comes.' }),
  ),
});

const file = (description: string) => ({
  description,
  content: { 'application/zip': { schema: Type.String() } },
});

/** The file of an export, whole or from where a download broke off (RFC 9110 §14). */
export function fileRoute(api: Api, core: Core): void {
  api.get(
    '/api/v2/exports/:uuid/file',
    {
      schema: {
        tags: ['Exports'],
        operationId: 'downloadFileOfExport',
        summary: 'Download the file of an export',
        description:
          'A download that broke off goes on with Range. Needs the role owner. Only for a User who is signed in; no token does it. It is in the audit log.',
        params: UuidParams,
        headers: HEADERS,
        response: {
          200: file('The whole file.'),
          206: file('The part that was asked for.'),
          416: { description: 'The part lies behind the end of the file.', type: 'null' },
          ...refusals(400, 401, 403, 404, 409),
        },
      },
    },
    async (request, reply) => {
      const { caller, params, headers, method } = request;
      const range = headers.range === 'bytes=0-' ? undefined : headers.range;
      const isBeginning = method === 'GET' && range === undefined;
      const found = await openFile(core, caller, params.uuid, isBeginning);
      if (found instanceof Problem) return found;
      reply
        .type('application/zip')
        .header('accept-ranges', 'bytes')
        .header('etag', found.etag)
        .header('content-disposition', `attachment; filename="${found.name}"`);
      const isSame = headers['if-range'] === undefined || headers['if-range'] === found.etag;
      const part = rangeOf(isSame ? range : undefined, found.size_bytes);
      if (part === 'beyond')
        return reply.code(416).header('content-range', `bytes */${found.size_bytes}`).send();
      const { start, end } = part ?? { start: 0, end: found.size_bytes };
      if (part) reply.code(206).header('content-range', `bytes ${start}-${end - 1}/${found.size_bytes}`);
      reply.header('content-length', end - start);
      const mayHave = () => stillOwns(core, params.uuid, request.asked.callerNow);
      const bytes = guarded(found, start, end, mayHave);
      return reply.send(Readable.from(bytes, { objectMode: false, highWaterMark: 1 }));
    },
  );
}

/** A long download may outlast the right to it. Then the connection breaks off. */
async function* guarded(
  file: ExportFile,
  start: number,
  end: number,
  mayHave: () => Promise<boolean>,
): AsyncGenerator<Buffer> {
  for (let at = start; at < end; at += BYTES_PER_LOOK) {
    if (at > start && !(await mayHave())) throw new Error('the caller may no longer have this');
    yield* file.read(at, Math.min(end, at + BYTES_PER_LOOK));
  }
}

async function stillOwns(
  core: Core,
  uuid: string,
  callerNow: () => Promise<Caller | Problem>,
): Promise<boolean> {
  const now = await callerNow();
  return !(now instanceof Problem) && !((await getExport(core, now, uuid)) instanceof Problem);
}
