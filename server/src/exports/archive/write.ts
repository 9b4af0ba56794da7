import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { ObjectStore } from '../../files/objects.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { noSuch, type Problem } from '../../platform/problem.ts';
import { VERSION } from '../../platform/process/version.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { toApiTime } from '../../platform/time/clock.ts';
import { FORMAT, FORMAT_VERSION, MANIFEST, type Manifest, type ManifestFile } from './format.ts';
import { PARTS, type Part, type Wanted } from './parts.ts';
import * as queries from './queries.ts';
import { READ_ME } from './read-me.ts';

/** Takes the bytes of an archive, and is waited for. */
export type Sink = {
  write: (bytes: Buffer) => Promise<void>;
  /** Hears how many lines there are in all, about, and how many are written. */
  progress: (done: number, total: number) => void;
};

/** What was written. */
export type Written = { manifest: Manifest; size_bytes: number; sha256: string };

/**
 * Writes an Account as an archive, all of it as it is at one moment, page by page. `db` is in no
 * transaction. 404 when there is no such Account. When `signal` is aborted it throws its reason.
 */
export function writeArchive(
  { db, clock, objects }: { db: Queryable; clock: Clock; objects: ObjectStore | null },
  asked: Omit<Wanted, 'objects'>,
  sink: Sink,
  signal: AbortSignal,
): Promise<Written | Problem> {
  const wanted = { ...asked, objects };
  return db.transaction(async (tx) => {
    await queries.readOneMoment(tx);
    const account = await queries.findAccount(tx, wanted.account_uuid);
    if (!account) return noSuch('Account', 'rapport accounts list');
    const manifest: Manifest = {
      format: FORMAT,
      format_version: FORMAT_VERSION,
      made_by: `Rapport ${VERSION}`,
      account_uuid: account.uuid,
      account_name: account.name,
      exported_at: toApiTime(clock.now()),
      events: wanted.events,
      files: [],
    };
    const total = await queries.countLines(tx, wanted.account_uuid, wanted.events);
    const run: Run = { done: 0, fault: null, tell: (done) => sink.progress(done, total) };
    const zip = zipOf(tx, wanted, manifest, run, signal);
    return { manifest, ...(await drain(zip, run, sink, signal)) };
  });
}

/** How far a writer is, and the first fault that it met: streams have no other way to tell one. */
type Run = { done: number; fault: Error | null; tell: (done: number) => void };

/** Makes the zip file. Its entries are read one after the other, as the reader takes them. */
function zipOf(tx: Queryable, wanted: Wanted, manifest: Manifest, run: Run, signal: AbortSignal): ZipFile {
  const zip = new ZipFile();
  const options = { mtime: new Date(manifest.exported_at), forceDosTimestamp: true };
  const add = (name: string, content: () => AsyncGenerator<string[]>) =>
    zip.addReadStreamLazy(name, options, (give) => {
      const lines = counted(name, content(), manifest.files, run, signal);
      give(null as never, Readable.from(lines, { objectMode: false, highWaterMark: 64 * 1024 }));
    });
  add('README.txt', once(READ_ME.trimEnd()));
  const parts = PARTS.filter((part) => wanted.events || !part.isHistory);
  for (const part of parts) add(schemaName(part), once(JSON.stringify(part.schema, null, 2)));
  for (const part of parts) add(part.name, () => watched(part.read(tx, wanted), run));
  // The last entry: it has the checksums of all others.
  zip.addReadStreamLazy(MANIFEST, options, (give) =>
    give(null as never, Readable.from([`${JSON.stringify(manifest, null, 2)}\n`], { objectMode: false })),
  );
  zip.end();
  return zip;
}

/** The JSON Schema of the lines of a part. */
function schemaName({ name }: Part): string {
  return name.replace(/^data\/(.+)\.ndjson$/, 'schemas/$1.json');
}

function once(text: string): () => AsyncGenerator<string[]> {
  return async function* () {
    yield text.split('\n');
  };
}

async function* watched(pages: AsyncGenerator<string[]>, run: Run): AsyncGenerator<string[]> {
  for await (const lines of pages) {
    const count = lines.length;
    yield lines;
    run.done += count;
    run.tell(run.done);
  }
}

/** The bytes of lines. At their end, what was counted of them goes to the files of the manifest. */
async function* counted(
  name: string,
  pages: AsyncGenerator<string[]>,
  files: ManifestFile[],
  run: Run,
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  const file = { name, lines: 0, bytes: 0 };
  try {
    if (run.fault) return;
    for await (const lines of pages) {
      signal.throwIfAborted();
      if (run.fault) return;
      if (lines.length === 0) continue;
      const bytes = Buffer.from(`${lines.join('\n')}\n`);
      hash.update(bytes);
      file.lines += lines.length;
      file.bytes += bytes.length;
      yield bytes;
    }
  } catch (error) {
    run.fault ??= error as Error;
  }
  files.push({ ...file, sha256: hash.digest('hex') });
}

/**
 * Passes the bytes on. After a fault the rest is read in vain: then nothing reads from the
 * transaction any more when it ends.
 */
async function drain(
  zip: ZipFile,
  run: Run,
  sink: Sink,
  signal: AbortSignal,
): Promise<{ size_bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  let size_bytes = 0;
  const output = zip.outputStream as Readable;
  zip.on('error', (error: Error) => {
    run.fault ??= error;
    output.destroy();
  });
  const pass = async (bytes: Buffer) => {
    if (run.fault) return;
    signal.throwIfAborted();
    hash.update(bytes);
    size_bytes += bytes.length;
    await sink.write(bytes);
  };
  try {
    for await (const bytes of output as AsyncIterable<Buffer>) {
      await pass(bytes).catch((error) => {
        run.fault ??= error;
      });
    }
  } catch (error) {
    throw run.fault ?? error;
  }
  if (run.fault) throw run.fault;
  return { size_bytes, sha256: hash.digest('hex') };
}
