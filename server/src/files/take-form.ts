import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { BusboyInstance } from '@fastify/busboy';
import { keepBytes } from '../platform/http/server/receive.ts';
import { Problem } from '../platform/problem.ts';
import { loadLater } from '../platform/process/load-later.ts';
import { chunksOf } from '../platform/sheets/chunks.ts';
import { nameFromForm } from './shown.ts';
import { FILE_WORDS, tooLong } from './uploads.ts';

const library = loadLater<typeof import('@fastify/busboy')>('@fastify/busboy');

/** What came in a form: one file, and its fields. The caller closes the file. */
export type SentForm = { name: string; file: FileHandle; fields: Record<string, string> };

/**
 * Takes a form apart that lies on the disk of this process. Nothing in the file is opened or
 * unpacked, so this needs no process of its own. 400 for a form that cannot be read, or has not
 * exactly one file.
 */
export async function takeFormApart(
  form: FileHandle,
  content_type: string,
  max_bytes: number,
): Promise<SentForm | Problem> {
  const parser = parserFor(content_type);
  if (parser === null) return invalid('The form cannot be read: its Content-Type has no boundary.');
  const words = { ...FILE_WORDS, too_large: tooLong(max_bytes).detail };
  const fields: Record<string, string> = Object.create(null);
  const parts: { name: string; stream: Readable; kept: Promise<FileHandle | Problem> }[] = [];
  let isBroken = false;
  let isTwice = false;
  parser.on('field', (name, value) => {
    isTwice ||= name in fields;
    fields[name] = value;
  });
  parser.on('file', (_part, stream, name) => {
    stream.on('error', () => {
      isBroken = true;
    });
    const kept = keepBytes(stream.iterator({ destroyOnReturn: false }), max_bytes, words);
    // A refused part is read to its end, or the parser waits for it.
    kept.finally(() => stream.resume()).catch(() => {});
    parts.push({ name: nameFromForm(name), stream, kept });
  });
  let hasMore = false;
  for (const limit of ['filesLimit', 'fieldsLimit', 'partsLimit'] as const)
    parser.on(limit, () => {
      hasMore = true;
    });
  await pipeline(Readable.from(chunksOf(form)), parser).catch(() => {
    isBroken = true;
  });
  // The parser leaves the part in which it failed open, and its reader would wait for ever.
  if (isBroken) for (const { stream } of parts) stream.destroy();
  const kept = await Promise.all(parts.map((part) => part.kept.catch(() => invalid(BROKEN))));
  const [file] = kept;
  const refusal = isBroken
    ? invalid(BROKEN)
    : hasMore || isTwice || kept.length !== 1
      ? invalid('The form must have exactly one part "file" with a file, and each other part once.')
      : null;
  if (refusal === null && file !== undefined && !(file instanceof Problem))
    return { name: parts[0]!.name, file, fields: { ...fields } };
  for (const one of kept) if (!(one instanceof Problem)) await one.close();
  return refusal ?? (file as Problem);
}

function parserFor(content_type: string): BusboyInstance | null {
  const { Busboy } = library();
  try {
    return new Busboy({
      headers: { 'content-type': content_type },
      limits: { files: 2, fields: 3, fieldSize: 16 * 1024, fieldNameSize: 100, parts: 6, headerPairs: 20 },
    });
  } catch {
    return null;
  }
}

const BROKEN = 'The form cannot be read. Was it cut off?';

function invalid(why: string): Problem {
  return new Problem(FILE_WORDS.code, `${why} ${FILE_WORDS.nothing}`);
}
