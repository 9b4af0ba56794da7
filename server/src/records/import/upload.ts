import { randomUUID } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { Problem } from '../../platform/problem.ts';

/** Some million rows. The upload lies on the disk of this process, so it needs a bound. */
const UPLOAD_MAX_BYTES = 200 * 1024 * 1024;

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
export async function receiveUpload(
  body: Readable,
  size_bytes: number | null,
  signal: AbortSignal = new AbortController().signal,
  { max_bytes = UPLOAD_MAX_BYTES, silence_max_ms = SILENCE_MAX_MS } = {},
): Promise<FileHandle | Problem> {
  if (size_bytes !== null && size_bytes > max_bytes) return tooLarge();
  return keepBytes(chunksOf(body, signal, silence_max_ms), max_bytes);
}

/**
 * Writes chunks to a file that has no name, so nothing is left behind after a crash. A chunk that
 * is a Problem ends it, and is the answer.
 */
export async function keepBytes(
  chunks: AsyncIterable<Buffer | Problem>,
  max_bytes = UPLOAD_MAX_BYTES,
): Promise<FileHandle | Problem> {
  try {
    const file = await openNameless();
    try {
      const refusal = await fill(file, chunks, max_bytes);
      if (refusal === null) return file;
      await file.close();
      return refusal;
    } catch (error) {
      await file.close();
      throw error;
    }
  } catch (error) {
    if (!NO_ROOM.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
    return diskFull();
  }
}

/** No room on the disk, or none left for this user of the machine. */
const NO_ROOM = new Set(['ENOSPC', 'EDQUOT']);

async function fill(
  file: FileHandle,
  chunks: AsyncIterable<Buffer | Problem>,
  max_bytes: number,
): Promise<Problem | null> {
  let received_bytes = 0;
  let unwritten: Buffer[] = [];
  let unwritten_bytes = 0;
  for await (const chunk of chunks) {
    if (chunk instanceof Problem) return chunk;
    received_bytes += chunk.length;
    if (received_bytes > max_bytes) return tooLarge();
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
async function* chunksOf(
  body: Readable,
  signal: AbortSignal,
  silence_max_ms: number,
): AsyncGenerator<Buffer | Problem> {
  // Destroying the body would close the connection before it carries the answer.
  const iterator = body.iterator({ destroyOnReturn: false });
  const ended = Promise.withResolvers<Problem>();
  const callOff = () => ended.resolve(nothingImported());
  if (signal.aborted) callOff();
  signal.addEventListener('abort', callOff);
  const timer = setTimeout(() => ended.resolve(silent(silence_max_ms)), silence_max_ms);
  try {
    for (;;) {
      const next = await Promise.race([ended.promise, iterator.next().catch(brokenOff)]);
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
  const path = join(tmpdir(), `rapport-import-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600);
  await unlink(path).catch(async (error) => {
    await file.close();
    throw error;
  });
  return file;
}

/** The refusal of an import that ends before its first row. */
export function nothingImported(): Problem {
  const detail = 'The import was called off. Nothing was imported. Send the file again in a moment.';
  return new Problem('unavailable', detail, { headers: { 'retry-after': '5' } });
}

function brokenOff(): Problem {
  return new Problem('csv_invalid', 'The connection ended before the file did. Nothing was imported.');
}

function silent(silence_max_ms: number): Problem {
  const detail =
    `Nothing came for ${silence_max_ms / 1000} s, so the file is not whole. Nothing was imported. ` +
    'Send it again over a better connection.';
  return new Problem('csv_invalid', detail);
}

function diskFull(): Problem {
  const detail =
    'The disk of the service has no room for the file. Nothing was imported. Ask who runs Rapport to make room, then send it again.';
  return new Problem('unavailable', detail, { headers: { 'retry-after': '60' } });
}

function tooLarge(): Problem {
  const detail =
    'The file is larger than 200 MiB. Nothing was imported. Split it and send the parts one after the other.';
  return new Problem('body_too_large', detail);
}
