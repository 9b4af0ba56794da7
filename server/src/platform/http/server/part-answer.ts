import { Readable } from 'node:stream';
import { Type } from '@rapport/contract/json-schema';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { rangeOf } from './range.ts';

/** Bytes of a known length that can be read from anywhere. */
export type Bytes = {
  size_bytes: number;
  /** Changes when the bytes do. */
  etag: string;
  /** The bytes from `start` to before `end`, piece by piece. */
  read: (start: number, end: number) => AsyncGenerator<Buffer>;
};

/** Bytes between two looks whether the caller may still have them. */
const BYTES_PER_LOOK = 32 * 1024 * 1024;

/** The headers of a request for a part of a file. */
export const RangeHeaders = Type.Object({
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

/**
 * Answers a file, whole or the part that `Range` asks for (RFC 9110 §14). `mayHave` is asked again
 * during a long answer, whose connection breaks off when the right to it has ended.
 */
export function answerPart(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  bytes: Bytes,
  mayHave: () => Promise<boolean>,
): FastifyReply {
  const { etag, size_bytes } = bytes;
  reply.header('accept-ranges', 'bytes').header('etag', etag);
  const isSame = headers['if-range'] === undefined || headers['if-range'] === etag;
  const part = rangeOf(isSame ? headers.range : undefined, size_bytes);
  if (part === 'beyond') return reply.code(416).header('content-range', `bytes */${size_bytes}`).send();
  const { start, end } = part ?? { start: 0, end: size_bytes };
  if (part) reply.code(206).header('content-range', `bytes ${start}-${end - 1}/${size_bytes}`);
  reply.header('content-length', end - start);
  const read = guarded(bytes, start, end, mayHave);
  return reply.send(Readable.from(read, { objectMode: false, highWaterMark: 1 }));
}

async function* guarded(
  bytes: Bytes,
  start: number,
  end: number,
  mayHave: () => Promise<boolean>,
): AsyncGenerator<Buffer> {
  for (let at = start; at < end; at += BYTES_PER_LOOK) {
    if (at > start && !(await mayHave())) throw new Error('the caller may no longer have this');
    yield* bytes.read(at, Math.min(end, at + BYTES_PER_LOOK));
  }
}
