import { randomUUID } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { ProblemCode } from '@rapport/contract/problems';
import { Problem } from '../../problem.ts';

/** What a refusal says of the work that the bytes were for. */
export type ReceivingWords = {
  /** The code for bytes that have not come whole. */
  code: ProblemCode;
  /** That nothing has come of it: "Nothing was imported." */
  nothing: string;
  /** What to do with more bytes than are taken. */
  too_large: string;
};

/**
 * Bytes that are written to disk at once. A sender may send each row separately, and to write each
 * by itself takes longer than to read all.
 */
const WRITE_BYTES = 64 * 1024;

/** Nobody's network is silent for longer and then goes on. The sender holds a place meanwhile. */
const SILENCE_MAX_MS = 30_000;

/**
 * Receives a body into a temporary file, a chunk at a time. The caller closes it. 413 beyond
 * `max_bytes`, 400 when the sender falls silent or breaks off, 503 when `signal` ends it before or
 * the disk is full. `size_bytes` is the Content-Length, if known. Whatever the sender does, it
 * ends.
 */
export async function receiveBody(
  body: Readable,
  { size_bytes, max_bytes }: { size_bytes: number | null; max_bytes: number },
  words: ReceivingWords,
  signal: AbortSignal = new AbortController().signal,
): Promise<FileHandle | Problem> {
  if (size_bytes !== null && size_bytes > max_bytes) return tooLarge(words);
  return keepBytes(chunksOf(body, words, signal), max_bytes, words);
}

/**
 * Writes chunks to a file that has no name, so nothing is left behind after a crash. A chunk that
 * is a Problem ends it, and is the answer.
 */
export async function keepBytes(
  chunks: AsyncIterable<Buffer | Problem>,
  max_bytes: number,
  words: ReceivingWords,
): Promise<FileHandle | Problem> {
  try {
    const file = await openNameless();
    try {
      const refusal = await fill(file, chunks, max_bytes, words);
      if (refusal === null) return file;
      await file.close();
      return refusal;
    } catch (error) {
      await file.close();
      throw error;
    }
  } catch (error) {
    if (!NO_ROOM.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
    return diskFull(words);
  }
}

/** No room on the disk, or none left for this user of the machine. */
const NO_ROOM = new Set(['ENOSPC', 'EDQUOT']);

async function fill(
  file: FileHandle,
  chunks: AsyncIterable<Buffer | Problem>,
  max_bytes: number,
  words: ReceivingWords,
): Promise<Problem | null> {
  let received_bytes = 0;
  let unwritten: Buffer[] = [];
  let unwritten_bytes = 0;
  for await (const chunk of chunks) {
    if (chunk instanceof Problem) return chunk;
    received_bytes += chunk.length;
    if (received_bytes > max_bytes) return tooLarge(words);
    unwritten.push(chunk);
    unwritten_bytes += chunk.length;
    if (unwritten_bytes < WRITE_BYTES) continue;
    await file.writeFile(Buffer.concat(unwritten));
    unwritten = [];
    unwritten_bytes = 0;
  }
  await file.writeFile(Buffer.concat(unwritten));
  return null;
}

/** The chunks of a body, and a Problem as the last one when it does not come whole. */
export async function* chunksOf(
  body: Readable,
  words: ReceivingWords,
  signal: AbortSignal,
): AsyncGenerator<Buffer | Problem> {
  // Destroying the body would close the connection before it carries the answer.
  const iterator = body.iterator({ destroyOnReturn: false });
  const ended = Promise.withResolvers<Problem>();
  const callOff = () => ended.resolve(calledOff(words));
  if (signal.aborted) callOff();
  signal.addEventListener('abort', callOff);
  const timer = setTimeout(() => ended.resolve(silent(words)), SILENCE_MAX_MS);
  try {
    for (;;) {
      const next = await Promise.race([ended.promise, iterator.next().catch(() => brokenOff(words))]);
      if (next instanceof Problem) return yield next;
      if (next.done) return;
      timer.refresh();
      yield next.value;
    }
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', callOff);
    // Not awaited: it waits for the next chunk, which may never come.
    iterator.return?.().catch(() => {});
    // Unread bytes would keep the next request of the connection waiting.
    body.resume();
  }
}

async function openNameless(): Promise<FileHandle> {
  const path = join(tmpdir(), `rapport-received-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600);
  await unlink(path).catch(async (error) => {
    await file.close();
    throw error;
  });
  return file;
}

/** The refusal of work that ends before its first row or byte was kept. */
export function calledOff({ nothing }: ReceivingWords): Problem {
  const detail = `The work was called off. ${nothing} Send the file again in a moment.`;
  return new Problem('unavailable', detail, { headers: { 'retry-after': '5' } });
}

function brokenOff({ code, nothing }: ReceivingWords): Problem {
  return new Problem(code, `The connection ended before the file did. ${nothing}`);
}

function silent({ code, nothing }: ReceivingWords): Problem {
  const detail =
    `Nothing came for ${SILENCE_MAX_MS / 1000} s, so the file is not whole. ${nothing} ` +
    'Send it again over a better connection.';
  return new Problem(code, detail);
}

function diskFull({ nothing }: ReceivingWords): Problem {
  const detail = `The disk of the service has no room for the file. ${nothing} Ask who runs Rapport to make room, then send it again.`;
  return new Problem('unavailable', detail, { headers: { 'retry-after': '60' } });
}

function tooLarge({ too_large }: ReceivingWords): Problem {
  return new Problem('body_too_large', too_large);
}
