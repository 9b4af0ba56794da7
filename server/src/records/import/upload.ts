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

/**
 * Receives a body into a temporary file, a chunk at a time. The file has no name, so nothing is
 * left behind after a crash. The caller closes it. 413 beyond 200 MiB, 503 when `signal` ends it
 * before. `size_bytes` is the Content-Length, if known.
 */
export async function receiveUpload(
  body: Readable,
  size_bytes: number | null,
  signal?: AbortSignal,
): Promise<FileHandle | Problem> {
  if (size_bytes !== null && size_bytes > UPLOAD_MAX_BYTES) return tooLarge();
  const file = await openNameless();
  const refusal = await fill(file, body, signal).catch(async (error) => {
    await file.close();
    throw error;
  });
  if (refusal) await file.close();
  return refusal ?? file;
}

async function fill(file: FileHandle, body: Readable, signal?: AbortSignal): Promise<Problem | null> {
  let received_bytes = 0;
  let unwritten: Buffer[] = [];
  let unwritten_bytes = 0;
  try {
    // Destroying the body would close the connection before it carries the answer.
    for await (const chunk of body.iterator({ destroyOnReturn: false })) {
      if (signal?.aborted) return nothingImported();
      received_bytes += chunk.length;
      if (received_bytes > UPLOAD_MAX_BYTES) return tooLarge();
      unwritten.push(chunk);
      unwritten_bytes += chunk.length;
      if (unwritten_bytes < WRITE_BYTES) continue;
      await file.writeFile(Buffer.concat(unwritten));
      unwritten = [];
      unwritten_bytes = 0;
    }
    await file.writeFile(Buffer.concat(unwritten));
    return null;
  } catch (error) {
    if (!body.errored) throw error;
    return new Problem('csv_invalid', 'The connection ended before the file did. Nothing was imported.');
  } finally {
    // Unread bytes would keep the next request of the connection waiting.
    body.resume();
  }
}

async function openNameless(): Promise<FileHandle> {
  const path = join(tmpdir(), `rapport-import-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600);
  await unlink(path);
  return file;
}

/** The refusal of an import that ends before its first row. */
export function nothingImported(): Problem {
  const detail = 'The import was called off. Nothing was imported. Send the file again in a moment.';
  return new Problem('unavailable', detail, { headers: { 'retry-after': '5' } });
}

function tooLarge(): Problem {
  const detail =
    'The file is larger than 200 MiB. Nothing was imported. Split it and send the parts one after the other.';
  return new Problem('body_too_large', detail);
}
