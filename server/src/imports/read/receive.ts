import { createHash } from 'node:crypto';
import { PassThrough, Readable, Transform } from 'node:stream';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { IMPORT_FILES_MAX } from '@rapport/contract/imports';
import { cutTo } from '../../platform/cells/cut.ts';
import { Problem } from '../../platform/problem.ts';
import type { SentFile } from '../../platform/sheets/sheet.ts';
import { zippedFiles } from '../../platform/sheets/sheets.ts';
import { orProblem, type ZipEntry } from '../../platform/sheets/zip.ts';
import { receiveUpload } from '../../records/import/upload.ts';

/** A file on the disk of this process, without a name there, and its SHA-256. */
export type ReceivedFile = SentFile & { digest: string };

/** Files of a zip file that are not read: so many that are no lists by their names. */
export type OtherFiles = { name: string; digest: string; count: number };

export type Received = { files: ReceivedFile[]; others: OtherFiles[]; fields: Record<string, string> };

/** Names of lists, and of what may be one. */
const LIST_NAME = /\.(?:csv|tsv|tab|txt|xls[xm]?|vcf|vcard|zip|gz)$/i;

/**
 * So many files of a zip file that are no lists by their names are looked at all the same, and told
 * one by one. More are what was attached to records, often without an ending in their name.
 */
const OTHERS_MAX = 20;

const NAME_MAX_LENGTH = 200;

/**
 * Receives the files of a multipart body, each into a temporary file, and unpacks zip files. The
 * caller closes them. 400 for a body that cannot be read, 413 when it is too large.
 */
export async function receiveFiles(
  body: Readable,
  content_type: string,
  signal: AbortSignal,
): Promise<Received | Problem> {
  const received: Received = { files: [], others: [], fields: {} };
  const refusal = await receiveParts(body, content_type, signal, received);
  const unpacked = refusal ?? (await unpackAll(received, signal));
  if (unpacked === null && received.files.length === 0) {
    const [zip] = received.others;
    if (zip) return invalid(`No file in "${zip.name}" is a list by its name, such as contacts.csv.`);
    return invalid('There is no file in the request. Send one or several as the part "file" of a form.');
  }
  if (unpacked === null) return received;
  await closeAll(received);
  return unpacked;
}

export async function closeAll({ files }: Received): Promise<void> {
  await Promise.all(files.map(({ file }) => file.close()));
}

async function receiveParts(
  body: Readable,
  content_type: string,
  signal: AbortSignal,
  received: Received,
): Promise<Problem | null> {
  let parser: BusboyInstance;
  try {
    parser = new Busboy({
      headers: { 'content-type': content_type },
      limits: { files: IMPORT_FILES_MAX, fields: 20, fieldSize: 1000 },
    });
  } catch {
    return invalid('The form cannot be read: its Content-Type has no boundary.');
  }
  let refusal: Problem | null = null;
  let turn = Promise.resolve();
  parser.on('field', (name, value) => {
    received.fields[name] = value;
  });
  parser.on('file', (_part, stream, name) => {
    turn = turn.then(async () => {
      const hash = createHash('sha256');
      const file = refusal ? null : await receiveUpload(stream.pipe(hashing(hash)), null, signal);
      if (file === null) stream.resume();
      else if (file instanceof Problem) refusal = file;
      else received.files.push({ name: shortName(name), file, digest: hash.digest('hex') });
    });
  });
  parser.on('filesLimit', () => {
    refusal ??= invalid(`More than ${IMPORT_FILES_MAX} files came at once.`);
  });
  const finished = new Promise<Problem | null>((resolve) => {
    parser.on('finish', () => resolve(null));
    parser.on('error', () => resolve(invalid('The form cannot be read. Was it cut off?')));
    body.on('error', () => resolve(invalid('The connection ended before the files did.')));
    body.on('close', () =>
      setImmediate(() =>
        resolve(body.readableEnded ? null : invalid('The connection ended before the files did.')),
      ),
    );
  });
  body.pipe(parser);
  const fault = await finished;
  await turn;
  return refusal ?? fault;
}

/** Passes the bytes on and adds them to the hash. */
function hashing(hash: ReturnType<typeof createHash>): Transform {
  return new Transform({
    transform(chunk, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
}

/** Puts the files of each zip file in its place. */
async function unpackAll(received: Received, signal: AbortSignal): Promise<Problem | null> {
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
        if (received.files.length + received.others.length >= IMPORT_FILES_MAX) return tooMany();
        const file = await unpack(entry, signal);
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

function isWholeAccount(entries: ZipEntry[]): boolean {
  return ['manifest.json', 'data/account.ndjson'].every((name) => entries.some((one) => one.name === name));
}

function unpack(entry: ZipEntry, signal: AbortSignal): Promise<ReceivedFile | Problem> {
  return orProblem(async () => {
    const hash = createHash('sha256');
    let fault: unknown = null;
    const content = async function* () {
      try {
        for await (const chunk of entry.read()) {
          hash.update(chunk);
          yield chunk;
        }
      } catch (error) {
        fault = error;
      }
    };
    const file = await receiveUpload(
      Readable.from(content(), { objectMode: false }).pipe(new PassThrough()),
      null,
      signal,
    );
    if (fault && !(file instanceof Problem)) await file.close();
    if (fault) throw fault;
    if (file instanceof Problem) return file;
    return { name: shortName(entry.name.split('/').at(-1)!), file, digest: hash.digest('hex') };
  });
}

function shortName(name: string): string {
  return cutTo(name.replace(/\p{C}/gu, ''), NAME_MAX_LENGTH) || 'file';
}

function invalid(why: string): Problem {
  return new Problem('csv_invalid', `${why} Nothing was imported.`);
}
