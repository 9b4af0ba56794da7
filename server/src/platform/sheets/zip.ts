import type { FileHandle } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import * as yauzl from 'yauzl';
import { Problem } from '../problem.ts';

export type ZipEntry = { name: string; size_bytes: number; read: () => AsyncGenerator<Buffer> };

/** A set of exports has some ten files, a workbook some fifty parts. */
const ENTRIES_MAX = 1000;

/** What an entry may hold unpacked. More is no list of customers. */
const UNPACKED_MAX_BYTES = 512 * 1024 * 1024;

/** Text packs to a twentieth, a sheet of equal numbers to a hundredth. More is a zip bomb. */
const RATIO_MAX = 400;
/** Below this size, of all entries together, the ratio does not matter. */
const SMALL_BYTES = 8 * 1024 * 1024;

/** Stored as it is, or deflated: what every program writes unless it is told otherwise. */
const METHODS = [0, 8];

/** How much a zip file may hold, and what to say of more. */
type Limits = { unpacked_max_bytes: number; tooMuch: (name: string) => string };

const LISTS: Limits = {
  unpacked_max_bytes: UNPACKED_MAX_BYTES,
  tooMuch: (name) =>
    `The file "${name}" makes the zip unpack to more than ${UNPACKED_MAX_BYTES / 1024 / 1024} MiB. ` +
    'Send the lists of customers alone, in several parts if they are large.',
};

/**
 * The entries of a zip file, without folders. 400 for a file that is cut off, for names that lead
 * out of the folder, and for entries that unpack to more than the limits: without any, those of
 * lists of customers.
 */
export async function entriesOf(file: FileHandle, limits: Limits = LISTS): Promise<ZipEntry[] | Problem> {
  const opened = await openZip(file);
  if (opened instanceof Problem) return opened;
  const entries: ZipEntry[] = [];
  const found: yauzl.Entry[] = [];
  const sum: Sum = { count: 0, packed_bytes: 0, unpacked_bytes: 0 };
  try {
    for await (const entry of opened.eachEntry()) {
      const { fileName: name, uncompressedSize: size_bytes } = entry;
      if (name.endsWith('/')) continue;
      const refusal = refuse(entry, sum, limits);
      if (refusal) return refusal;
      found.push(entry);
      entries.push({ name, size_bytes, read: () => contentOf(opened, entry) });
    }
  } catch (error) {
    return unreadable((error as Error).message);
  }
  return refuseOverlaps(found) ?? entries;
}

/** What the entries so far add up to. */
type Sum = { count: number; packed_bytes: number; unpacked_bytes: number };

async function openZip(file: FileHandle): Promise<yauzl.ZipFile | Problem> {
  try {
    return await yauzl.fromFdPromise(file.fd, {
      autoClose: false,
      lazyEntries: true,
      validateEntrySizes: true,
    });
  } catch (error) {
    return unreadable((error as Error).message);
  }
}

function refuse(entry: yauzl.Entry, sum: Sum, { unpacked_max_bytes, tooMuch }: Limits): Problem | null {
  sum.count += 1;
  sum.packed_bytes += entry.compressedSize;
  sum.unpacked_bytes += entry.uncompressedSize;
  if (entry.isEncrypted()) {
    return zipInvalid('The zip file is locked with a password. Unpack it and send the files in it.');
  }
  if (sum.count > ENTRIES_MAX) {
    return zipInvalid(
      `The zip file has more than ${ENTRIES_MAX} files. Send the lists alone, without attachments.`,
    );
  }
  if (!METHODS.includes(entry.compressionMethod)) {
    return zipInvalid(
      `The file "${entry.fileName}" is packed in a way that is not usual (method ${entry.compressionMethod}). ` +
        'Unpack it, and send the file itself or an ordinary zip file of it.',
    );
  }
  const isBomb = sum.unpacked_bytes > SMALL_BYTES && sum.unpacked_bytes > sum.packed_bytes * RATIO_MAX;
  if (isBomb) {
    return zipInvalid(
      `The zip file is packed so tightly that it would unpack to more than ${RATIO_MAX} times its size, at "${entry.fileName}". Send the file itself.`,
    );
  }
  return sum.unpacked_bytes <= unpacked_max_bytes ? null : zipInvalid(tooMuch(entry.fileName));
}

/** Before the content of an entry stand 30 bytes, its name and more. */
const HEAD_BYTES = 30;

/** Entries that share their bytes make few of them unpack to many. No program writes such. */
function refuseOverlaps(entries: yauzl.Entry[]): Problem | null {
  let end = 0;
  for (const entry of entries.toSorted(
    (a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader,
  )) {
    const { relativeOffsetOfLocalHeader: start, fileName, compressedSize } = entry;
    if (start < end)
      return zipInvalid(`The zip file is damaged: "${fileName}" shares its bytes with another file in it.`);
    end = start + HEAD_BYTES + compressedSize;
  }
  return null;
}

/**
 * The content of an entry. It throws a `ZipFault` when it is not what the zip says: by its length,
 * which bounds what is unpacked, or by its checksum.
 */
async function* contentOf(zip: yauzl.ZipFile, entry: yauzl.Entry): AsyncGenerator<Buffer> {
  let sum = 0;
  try {
    const stream: Readable = await zip.openReadStreamPromise(entry);
    for await (const chunk of stream) {
      sum = crc32(chunk, sum);
      yield chunk;
    }
  } catch (error) {
    throw new ZipFault(unreadable((error as Error).message));
  }
  if (sum === entry.crc32) return;
  throw new ZipFault(unreadable(`the checksum of "${entry.fileName}" is wrong`));
}

/** Carries a Problem out of a stream. `orProblem` turns it into a value again. */
export class ZipFault extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.detail);
    this.problem = problem;
  }
}

/** The result of `read`; the Problem when an entry turns out to be broken. */
export async function orProblem<Result>(read: () => Promise<Result>): Promise<Result | Problem> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof ZipFault) return error.problem;
    throw error;
  }
}

function unreadable(why: string): Problem {
  if (/invalid relative path|absolute path|invalid characters/.test(why)) {
    return zipInvalid(
      `The zip file has a name that leads out of its folder (${why}). Make a new one of the files alone and send it.`,
    );
  }
  const cause = /End of central directory/i.test(why) ? 'its end is missing' : why;
  return zipInvalid(`The zip file is damaged or was cut off (${cause}). Download it again and send it.`);
}

function zipInvalid(why: string): Problem {
  return new Problem('csv_invalid', `${why} Nothing was imported.`);
}
