import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { BusboyInstance } from '@fastify/busboy';
import { IMPORT_FILES_MAX } from '@rapport/contract/imports';
import { cutTo } from '../../platform/cells/cut.ts';
import { keepBytes } from '../../platform/http/server/receive.ts';
import { Problem } from '../../platform/problem.ts';
import { loadLater } from '../../platform/process/load-later.ts';
import { chunksOf } from '../../platform/sheets/chunks.ts';
import type { SentFile } from '../../platform/sheets/sheet.ts';
import { zippedFiles } from '../../platform/sheets/sheets.ts';
import { orProblem, type ZipEntry } from '../../platform/sheets/zip.ts';
import { IMPORT_WORDS, UPLOAD_MAX_BYTES } from '../../records/import/receiving.ts';

const library = loadLater<typeof import('@fastify/busboy')>('@fastify/busboy');

/** A file on the disk of this process, without a name there, and its SHA-256. */
export type ReceivedFile = SentFile & { digest: string };

/** Files of a zip file that are not read: so many that are no lists by their names. */
export type OtherFiles = { name: string; digest: string; count: number };

/** What came in a form: its files, and what stands in its fields. */
export type Received = {
  files: ReceivedFile[];
  others: OtherFiles[];
  account_uuid?: string;
  encoding?: string;
  header_line?: string;
};

/** What all zip files of a form may unpack to: one may do so alone, and many may not do it each. */
const UNPACKED_MAX_BYTES = 512 * 1024 * 1024;

/** Names of lists, and of what may be one. */
const LIST_NAME = /\.(?:csv|tsv|tab|txt|xls[xm]?|ods|vcf|vcard|zip|gz)$/i;

/**
 * So many files of a zip file that are no lists by their names are looked at all the same, and told
 * one by one. More are what was attached to records, often without an ending in their name.
 */
const OTHERS_MAX = 20;

const NAME_MAX_LENGTH = 200;

/**
 * Takes a form apart: each file into a temporary file, zip files unpacked. The caller closes them.
 * 400 for a form that cannot be read.
 */
export async function filesOf(form: FileHandle, content_type: string): Promise<Received | Problem> {
  const received: Received = { files: [], others: [] };
  try {
    const refusal =
      (await takeApart(form, content_type, received)) ?? (await unpackAll(received)) ?? refuseNone(received);
    if (refusal === null) return received;
    await closeAll(received);
    return refusal;
  } catch (error) {
    await closeAll(received);
    throw error;
  }
}

async function closeAll({ files }: Received): Promise<void> {
  await Promise.all(files.map(({ file }) => file.close()));
}

async function takeApart(
  form: FileHandle,
  content_type: string,
  received: Received,
): Promise<Problem | null> {
  const parser = parserFor(content_type);
  if (parser === null) return invalid('The form cannot be read: its Content-Type has no boundary.');
  const parts: { stream: Readable; kept: Promise<ReceivedFile | Problem> }[] = [];
  let hasTooMany = false;
  let isBroken = false;
  parser.on('field', (name, value) => {
    if (name === 'account_uuid' || name === 'encoding' || name === 'header_line') received[name] = value;
  });
  parser.on('file', (_part, stream, name) => {
    stream.on('error', () => {
      isBroken = true;
    });
    const kept = keepFile(name, stream.iterator({ destroyOnReturn: false }));
    // A refused part is read to its end, or the parser waits for it.
    kept.finally(() => stream.resume()).catch(() => {});
    parts.push({ stream, kept });
  });
  parser.on('filesLimit', () => {
    hasTooMany = true;
  });
  await pipeline(Readable.from(chunksOf(form)), parser).catch(() => {
    isBroken = true;
  });
  // The parser leaves the part in which it failed open, and its reader would wait for ever.
  if (isBroken) for (const { stream } of parts) stream.destroy();
  const kept = await Promise.allSettled(parts.map((part) => part.kept));
  let refusal = hasTooMany ? invalid(`More than ${IMPORT_FILES_MAX} files came at once.`) : null;
  for (const one of kept) {
    if (one.status === 'fulfilled' && !(one.value instanceof Problem)) received.files.push(one.value);
    else if (one.status === 'fulfilled') refusal ??= one.value as Problem;
    else if (!isBroken) throw one.reason;
  }
  return isBroken ? invalid('The form cannot be read. Was it cut off?') : refusal;
}

function parserFor(content_type: string): BusboyInstance | null {
  const { Busboy } = library();
  try {
    return new Busboy({
      headers: { 'content-type': content_type },
      limits: { files: IMPORT_FILES_MAX, fields: 20, fieldSize: 20_000, fieldNameSize: 100, parts: 1000 },
    });
  } catch {
    return null;
  }
}

/** Puts the files of each zip file in its place. */
async function unpackAll(received: Received): Promise<Problem | null> {
  let unpacked_bytes = 0;
  for (const zip of [...received.files]) {
    const entries = await zippedFiles(zip.file);
    if (entries === null) continue;
    if (entries instanceof Problem) return entries;
    if (isWholeAccount(entries)) {
      return invalid(
        'This is the archive of a whole Account, with its history. An operator takes it in: npx rapport accounts import --help.',
      );
    }
    received.files.splice(received.files.indexOf(zip), 1);
    try {
      const { name, digest } = zip;
      const lists = entries.filter((entry) => LIST_NAME.test(entry.name));
      const count = entries.length - lists.length;
      if (count > OTHERS_MAX) received.others.push({ name, digest, count });
      const read = count > OTHERS_MAX ? lists : entries;
      for (const entry of read) {
        unpacked_bytes += entry.size_bytes;
        if (unpacked_bytes > UNPACKED_MAX_BYTES) return tooMuch();
        if (received.files.length + received.others.length >= IMPORT_FILES_MAX) return tooMany();
        const file = await unpack(entry);
        if (file instanceof Problem) return file;
        received.files.push(file);
      }
    } finally {
      await zip.file.close();
    }
  }
  return null;
}

function tooMany(): Problem {
  return invalid(`The zip file has more than ${IMPORT_FILES_MAX} lists. Send those that you need.`);
}

function tooMuch(): Problem {
  return invalid('The zip files unpack to more than 512 MiB together. Send one after the other.');
}

function isWholeAccount(entries: ZipEntry[]): boolean {
  return ['manifest.json', 'data/account.ndjson'].every((name) => entries.some((one) => one.name === name));
}

function unpack(entry: ZipEntry): Promise<ReceivedFile | Problem> {
  return orProblem(() => keepFile(entry.name.split('/').at(-1), entry.read()));
}

/** Keeps the bytes of a file. It throws what `chunks` throws. */
async function keepFile(
  name: string | undefined,
  chunks: AsyncIterable<Buffer>,
): Promise<ReceivedFile | Problem> {
  const hash = createHash('sha256');
  const hashed = async function* (): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      hash.update(chunk);
      yield chunk;
    }
  };
  const file = await keepBytes(hashed(), UPLOAD_MAX_BYTES, IMPORT_WORDS);
  return file instanceof Problem ? file : { name: shortName(name), file, digest: hash.digest('hex') };
}

/** A part of a form may have no name. */
function shortName(name = ''): string {
  return cutTo(name.replace(/\p{C}/gu, ''), NAME_MAX_LENGTH) || 'file';
}

function refuseNone({ files, others: [zip] }: Received): Problem | null {
  if (files.length > 0) return null;
  if (zip) return invalid(`No file in "${zip.name}" is a list by its name, such as contacts.csv.`);
  return invalid('There is no file in the request. Send one or several as the part "file" of a form.');
}

function invalid(why: string): Problem {
  return new Problem('csv_invalid', `${why} Nothing was imported.`);
}
