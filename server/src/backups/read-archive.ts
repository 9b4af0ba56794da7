import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';
import { createTarDecoder, type ParsedTarEntry } from 'modern-tar';
import { StartProblem } from '../platform/start-problem.ts';
import { ABOUT, type About, MANIFEST, webStream } from './archive-format.ts';
import { isEntryName } from './rules.ts';

/**
 * One entry of a backup that is read; null: a folder. Read the content of a file before the next
 * entry comes.
 */
export type Entry = { path: string; content: AsyncIterable<Uint8Array> | null };

/** The first bytes of an encrypted and of a plain backup. */
const AGE = Buffer.from('age-encryption.org/');
const ZSTD = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);

/** Enough for a list of 100,000 files. */
const TEXT_MAX_BYTES = 50_000_000;

/**
 * Reads the backup `path` to its end. `begin` gets its description, then `take` gets each entry.
 * Refuses a file that is no backup, is truncated or altered, a wrong or missing passphrase, and
 * whatever `begin` refuses. After a refusal, do not trust the entries that `take` got.
 */
export async function readArchive(
  path: string,
  passphrase: string | null,
  begin: (about: About) => Promise<StartProblem | null>,
  take: (entry: Entry) => Promise<void>,
): Promise<About | StartProblem> {
  const head = await readHead(path);
  if (head instanceof StartProblem) return head;
  const encrypted = head.subarray(0, AGE.length).equals(AGE);
  if (!encrypted && !head.subarray(0, ZSTD.length).equals(ZSTD)) {
    return new StartProblem(`${path} is not a backup of Rapport. Name a file that rapport backup has made.`);
  }
  if (encrypted && !passphrase) {
    return new StartProblem(
      `The backup ${path} is encrypted. Give its passphrase with --passphrase-file FILE.`,
    );
  }
  const taking = { failure: undefined as unknown };
  const source = createReadStream(path);
  const zstd = createZstdDecompress();
  try {
    const plain = encrypted ? await decrypt(source, passphrase!) : source;
    if (plain instanceof StartProblem) return plain;
    const reading = pipeline(plain, zstd);
    // The loop below meets the same error, and reports it.
    reading.catch(() => {});
    const about = await readEntries(zstd, path, begin, async (entry) => {
      await take(entry).catch((error) => {
        taking.failure = error;
        throw error;
      });
    });
    if (about instanceof StartProblem) return about;
    await reading;
    return about;
  } catch (error) {
    if (taking.failure === error && (error as NodeJS.ErrnoException).syscall) throw error;
    return damaged(path, (error as Error).message || 'its end is missing');
  } finally {
    zstd.destroy();
    source.destroy();
  }
}

async function readHead(path: string): Promise<Buffer | StartProblem> {
  try {
    const file = await open(path, 'r');
    try {
      const head = Buffer.alloc(64);
      const { bytesRead } = await file.read(head, 0, head.length, 0);
      return head.subarray(0, bytesRead);
    } finally {
      await file.close();
    }
  } catch (error) {
    return new StartProblem(
      `The backup ${path} cannot be read: ${(error as Error).message}. Check the path and the rights of the file.`,
    );
  }
}

async function decrypt(source: Readable, passphrase: string): Promise<Readable | StartProblem> {
  const { Decrypter } = await import('age-encryption');
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  try {
    return Readable.fromWeb(
      (await decrypter.decrypt(webStream(source))) as Parameters<typeof Readable.fromWeb>[0],
    );
  } catch (error) {
    const { message } = error as Error;
    if (!/no identity matched/.test(message)) throw error;
    return new StartProblem('The passphrase is wrong for this backup. Nothing was changed. Try another.');
  }
}

async function readEntries(
  tar: Readable,
  path: string,
  begin: (about: About) => Promise<StartProblem | null>,
  take: (entry: Entry) => Promise<void>,
): Promise<About | StartProblem> {
  const found: Record<string, string> = {};
  let about: About | undefined;
  let manifest: string | undefined;
  const decoder = createTarDecoder({ strict: true });
  const entries = webStream(tar).pipeThrough(
    decoder as unknown as TransformStream<Uint8Array, ParsedTarEntry>,
  );
  for await (const { header, body } of entries) {
    const name = header.name.replace(/\/$/, '');
    if (manifest !== undefined) return damaged(path, `${name} comes after its end`);
    if (name === MANIFEST) manifest = await textOf(body);
    else if (name in found || !isEntryName(name)) return damaged(path, `${name} does not belong there`);
    else if (about === undefined) {
      const text = await textOf(body);
      about = JSON.parse(text) as About;
      found[name] = sha256(text);
      const refusal =
        name === ABOUT
          ? (whyUnknown(path, about) ?? (await begin(about)))
          : damaged(path, `it begins with ${name}`);
      if (refusal) return refusal;
    } else if (header.type === 'directory') {
      await take({ path: name, content: null });
      found[name] = 'folder';
    } else {
      const hash = createHash('sha256');
      await take({ path: name, content: hashed(body, hash) });
      found[name] = hash.digest('hex');
    }
  }
  return about && manifest !== undefined
    ? (compare(path, found, JSON.parse(manifest)) ?? about)
    : damaged(path, 'its end is missing');
}

/** Refuses a format of a later release. */
function whyUnknown(path: string, { format }: About): StartProblem | null {
  if (format === 1) return null;
  return new StartProblem(`The backup ${path} was made by a newer Rapport. Use that release.`);
}

async function* hashed(body: AsyncIterable<Uint8Array>, hash: ReturnType<typeof createHash>) {
  for await (const chunk of body) {
    hash.update(chunk);
    yield chunk;
  }
}

async function textOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > TEXT_MAX_BYTES) throw new Error('one of its lists is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function compare(
  path: string,
  found: Record<string, string>,
  manifest: Record<string, string>,
): StartProblem | undefined {
  const names = new Set([...Object.keys(found), ...Object.keys(manifest)]);
  for (const name of names) {
    if (found[name] !== manifest[name]) return damaged(path, `${name} was changed`);
  }
}

function damaged(path: string, how: string): StartProblem {
  return new StartProblem(
    `The backup ${path} was cut or altered (${how}). Nothing was changed. Take another backup.`,
  );
}
