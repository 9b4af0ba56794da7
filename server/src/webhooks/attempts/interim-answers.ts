import type { Socket } from 'node:net';

/** The beginning of an interim answer. 101 is none: it would end HTTP on this connection. */
const INTERIM = /^HTTP\/1\.[01] 1(?!01)\d\d[ \r]/;
const INTERIM_LENGTH = 'HTTP/1.1 100 '.length;
const VERSION = 'HTTP/1.';
const END_OF_HEAD = '\r\n\r\n';

/** As much as undici takes of the headers of an answer. A longer head is left to its refusal. */
const HEAD_MAX_BYTES = 16 * 1024;

/**
 * Skips interim answers (RFC 9110 §15.2) on a connection, in any number and however they are cut
 * into packets: undici takes a 100 that it did not ask for as a fault. Returns a function to call
 * before each request. From the first byte of the final answer on, nothing is looked at any more.
 */
export function skipInterimAnswers(socket: Socket): () => void {
  let held: Buffer = Buffer.alloc(0);
  let passes = false;
  const read = socket.read.bind(socket);
  // undici reads its socket by `read` alone.
  socket.read = (size) => {
    for (;;) {
      const chunk: Buffer | null = read(size);
      if (chunk === null || passes) return chunk;
      held = withoutInterim(held.length === 0 ? chunk : Buffer.concat([held, chunk]));
      if (held.length === 0 || mayBecomeInterim(held)) continue;
      const rest = held;
      held = Buffer.alloc(0);
      passes = true;
      return rest;
    }
  };
  return () => {
    passes = false;
  };
}

/** The bytes behind all whole interim answers. */
function withoutInterim(bytes: Buffer): Buffer {
  let rest = bytes;
  while (isInterim(rest)) {
    const end = rest.indexOf(END_OF_HEAD);
    if (end === -1) break;
    rest = rest.subarray(end + END_OF_HEAD.length);
  }
  return rest;
}

/** True while more bytes are needed to know what these begin, or where an interim answer ends. */
function mayBecomeInterim(bytes: Buffer): boolean {
  if (bytes.length >= INTERIM_LENGTH) return isInterim(bytes) && bytes.length <= HEAD_MAX_BYTES;
  const beginning = bytes.toString('latin1', 0, VERSION.length);
  return VERSION.startsWith(beginning);
}

function isInterim(bytes: Buffer): boolean {
  return INTERIM.test(bytes.toString('latin1', 0, INTERIM_LENGTH));
}
