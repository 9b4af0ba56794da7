import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { bytesOfText } from '../encodings.ts';
import { bodyConsumed, bodyIncomplete, bodyTooLarge, MAX_BODY_BYTES, type Problem } from './problems.ts';

/**
 * A request whose bytes other code may have kept: `express.raw()` in `body`, cloud functions and
 * `verify` hooks in `rawBody`.
 */
type NodeRequest = IncomingMessage & { body?: unknown; rawBody?: unknown };

/**
 * Returns the raw bytes of a request, also when other code has read them and kept them as bytes or
 * text.
 */
export async function readNodeBody(request: NodeRequest): Promise<Uint8Array | Problem> {
  for (const kept of [request.rawBody, request.body]) {
    if (kept instanceof Uint8Array) return kept;
    if (typeof kept === 'string') return bytesOfText(kept);
  }
  return readStream(request);
}

/**
 * Returns all bytes of a stream. Refuses a stream that was read from before, because it may have
 * ended, and waiting for its end would never finish.
 */
export async function readStream(stream: Readable): Promise<Uint8Array | Problem> {
  if (stream.readableDidRead || stream.destroyed) return bodyConsumed();
  return new Promise((resolve) => {
    const chunks: Uint8Array[] = [];
    let length_bytes = 0;
    stream.on('data', (chunk: Uint8Array) => {
      length_bytes += chunk.length;
      // Beyond the limit the bytes are read but not kept, because a sender whose connection is cut
      // does not read the answer.
      if (length_bytes > MAX_BODY_BYTES) resolve(bodyTooLarge());
      else chunks.push(Buffer.from(chunk));
    });
    stream.once('end', () => resolve(Buffer.concat(chunks)));
    stream.once('error', () => resolve(bodyIncomplete()));
    stream.once('close', () => resolve(bodyIncomplete()));
    // Earlier code may have paused the stream, for example while it looked up a session.
    stream.resume();
  });
}
