import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { decodeUtf8 } from '../../platform/http/server/json-body.ts';
import { Problem } from '../../platform/problem.ts';
import { entriesOf, orProblem, type ZipEntry, ZipFault } from '../../platform/sheets/zip.ts';
import { validatorOf } from '../../records/validation.ts';
import { FORMAT, FORMAT_VERSION, LINE_MAX_BYTES, MANIFEST, Manifest, type ManifestFile } from './format.ts';
import { PARTS } from './parts.ts';

/** An archive that is what its manifest says, as far as names and lengths go. */
export type Archive = {
  manifest: Manifest;
  /** When it was opened: nothing in it is of later. */
  opened_at: Date;
  /** The lines of one of its files, some at a time. Throws a `ZipFault` if they are not as said. */
  lines: (name: string) => AsyncGenerator<Line[]>;
};

/** A line, and its number in the file. */
export type Line = { number: number; bytes: Buffer };

const MANIFEST_MAX_BYTES = 1024 * 1024;

/** Lines handed on together have about this length. */
const BATCH_BYTES = 1024 * 1024;
const BATCH_LINES = 500;

const checkManifest = validatorOf(Manifest);

/** Opens an archive. 400 for a file that is none, or is damaged, or of a later format. */
export async function openArchive(file: FileHandle, opened_at: Date): Promise<Archive | Problem> {
  const entries = await entriesOf(file, {
    unpacked_max_bytes: Number.POSITIVE_INFINITY,
    tooMuch: (name) => `The file "${name}" unpacks to far more than it can hold. No archive of Rapport does.`,
  });
  if (entries instanceof Problem) return asArchiveProblem(entries);
  const byName = new Map(entries.map((entry) => [entry.name, entry]));
  if (byName.size < entries.length) return damaged('two of its files have one name');
  const entry = byName.get(MANIFEST);
  if (!entry || entry.size_bytes > MANIFEST_MAX_BYTES)
    return archiveInvalid(`It has no ${MANIFEST}, as an export of an Account has. Is it another file?`);
  const manifest = await readManifest(entry);
  if (manifest instanceof Problem) return manifest;
  return (
    refuseFiles(manifest, byName) ?? { manifest, opened_at, lines: (name) => linesOf(byName, manifest, name) }
  );
}

async function readManifest(entry: ZipEntry): Promise<Manifest | Problem> {
  const bytes = await orProblem(async () => {
    const chunks: Buffer[] = [];
    for await (const chunk of entry.read()) chunks.push(chunk);
    return Buffer.concat(chunks);
  });
  if (bytes instanceof Problem) return asArchiveProblem(bytes);
  let manifest: Manifest;
  try {
    manifest = JSON.parse(decodeUtf8(bytes) ?? '');
  } catch {
    return damaged(`${MANIFEST} is not JSON`);
  }
  if (manifest?.format !== FORMAT)
    return archiveInvalid(`Its ${MANIFEST} is not one of Rapport. Is it another file?`);
  if (Number.isInteger(manifest.format_version) && manifest.format_version > FORMAT_VERSION) {
    return archiveInvalid(
      `It has the format version ${manifest.format_version} and was made by ${String(manifest.made_by).slice(0, 100)}. ` +
        `This Rapport reads versions up to ${FORMAT_VERSION}: update it, then take the archive in.`,
    );
  }
  const faults = checkManifest(manifest);
  return faults.length > 0 ? damaged(`${MANIFEST}: ${faults[0]!.detail}`) : manifest;
}

/** Refuses files that are missing, strange, or of another length than the manifest says. */
function refuseFiles(
  { files, events, format_version }: Manifest,
  byName: Map<string, ZipEntry>,
): Problem | null {
  const listed = new Map(files.map((file) => [file.name, file]));
  const missing = PARTS.filter(
    ({ name, isHistory, since = 1 }) =>
      (events || !isHistory) && since <= format_version && !listed.has(name),
  );
  if (missing.length > 0) return damaged(`it has no ${missing[0]!.name}`);
  for (const { name, bytes } of files) {
    const entry = byName.get(name);
    if (!entry) return damaged(`${name} is missing`);
    if (entry.size_bytes !== bytes) {
      return damaged(`${name} has ${entry.size_bytes} bytes, and ${MANIFEST} says ${bytes}`);
    }
    if (name.startsWith('data/') && !PARTS.some((part) => part.name === name)) {
      return archiveInvalid(`It has ${name}, which this Rapport does not know, so part of it would be lost.`);
    }
  }
  const strange = [...byName.keys()].find((name) => name !== MANIFEST && !listed.has(name));
  return strange === undefined ? null : damaged(`${MANIFEST} does not know ${strange}`);
}

async function* linesOf(
  byName: Map<string, ZipEntry>,
  { files }: Manifest,
  name: string,
): AsyncGenerator<Line[]> {
  const file = files.find((one) => one.name === name)!;
  const hash = createHash('sha256');
  let rest: Buffer[] = [];
  let rest_bytes = 0;
  let batch: Line[] = [];
  let batch_bytes = 0;
  let number = 0;
  for await (const chunk of byName.get(name)!.read()) {
    hash.update(chunk);
    let start = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
      const bytes = Buffer.concat([...rest, chunk.subarray(start, end)]);
      [rest, rest_bytes, start] = [[], 0, end + 1];
      batch.push({ number: ++number, bytes });
      batch_bytes += bytes.length;
      if (batch.length < BATCH_LINES && batch_bytes < BATCH_BYTES) continue;
      yield batch;
      [batch, batch_bytes] = [[], 0];
    }
    if (start < chunk.length) rest.push(Buffer.from(chunk.subarray(start)));
    rest_bytes += chunk.length - start;
    if (rest_bytes > LINE_MAX_BYTES) throw new ZipFault(tooLong(name, number + 1));
  }
  if (batch.length > 0) yield batch;
  checkEnd(file, number, rest_bytes, hash.digest('hex'));
}

function checkEnd({ name, lines, sha256 }: ManifestFile, number: number, rest_bytes: number, sum: string) {
  if (sum !== sha256) throw new ZipFault(damaged(`the checksum of ${name} is wrong`));
  if (rest_bytes > 0) throw new ZipFault(damaged(`the last line of ${name} has no end`));
  if (number !== lines) {
    throw new ZipFault(damaged(`${name} has ${number} lines, and ${MANIFEST} says ${lines}`));
  }
}

/** The result of `work`; the Problem when the archive turns out to be broken. */
export async function orFault<Result>(work: () => Promise<Result>): Promise<Result | Problem> {
  const result = await orProblem(work);
  return result instanceof Problem && result.code === 'csv_invalid' ? asArchiveProblem(result) : result;
}

function tooLong(name: string, number: number): Problem {
  const most = LINE_MAX_BYTES / 1024 / 1024;
  return archiveInvalid(`Line ${number} of ${name} is longer than ${most} MiB, which no record is.`);
}

function damaged(why: string): Problem {
  return archiveInvalid(`It is damaged or was changed: ${why}. Download it again, or export once more.`);
}

function asArchiveProblem({ detail }: Problem): Problem {
  return new Problem('archive_invalid', detail);
}

/** 400 for an archive that is not taken in. */
export function archiveInvalid(why: string): Problem {
  return new Problem('archive_invalid', `${why} Nothing was imported.`);
}
