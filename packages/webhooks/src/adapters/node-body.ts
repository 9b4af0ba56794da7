import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { bytesOfText } from '../encodings.ts';
import { bodyConsumed, bodyIncomplete, bodyTooLarge, MAX_BODY_BYTES, type Problem } from './problems.ts';

/**
 * Where other code may have kept the bytes: `express.raw()` in `body`, cloud functions and `verify`
 * hooks in `rawBody`.
 */
type NodeRequest = IncomingMessage & { body?: unknown; rawBody?: unknown };

/** The raw bytes of a request, also when they were read before and kept as bytes or text. */
export async function readNodeBody(request: NodeRequest): Promise<Uint8Array | Problem> {
  for (const kept of [request.rawBody, request.body]) {
    if (kept instanceof Uint8Array) return kept;
    if (typeof kept === 'string') return bytesOfText(kept);
  }
  return readStream(request);
}

/**
 * All bytes of a stream that nobody has read from. A stream that was read from is not waited for:
 * its end may have passed.
 */
export async function readStream(stream: Readable): Promise<Uint8Array | Problem> {
  if (stream.readableDidRead || stream.destroyed) return bodyConsumed();
  return new Promise((resolve) => {
    const chunks: Uint8Array[] = [];
    let length_bytes = 0;
    stream.on('data', (chunk: Uint8Array) => {
      length_bytes += chunk.length;
      // Beyond the limit the rest runs by unkept, because a sender that is cut off does not read
      // the answer.
      if (length_bytes > MAX_BODY_BYTES) resolve(bodyTooLarge());
      else chunks.push(Buffer.from(chunk));
    });
    stream.once('end', () => resolve(Buffer.concat(chunks)));
    stream.once('error', () => resolve(bodyIncomplete()));
    stream.once('close', () => resolve(bodyIncomplete()));
    // Earlier code may have paused it, for example during a look-up of a session.
    stream.resume();
  });
}
