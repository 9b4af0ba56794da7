import { type FileHandle, mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { operator } from '../../access/caller.ts';
import { Problem } from '../../platform/problem.ts';
import { entriesOf } from '../../platform/sheets/zip.ts';
import { orThrow } from '../../testing/or-throw.ts';
import type { TestApp } from '../../testing/test-app.ts';
import type { Wanted } from '../archive/parts.ts';
import { takeIn } from '../archive/take-in.ts';
import { writeArchive } from '../archive/write.ts';

const NEVER = new AbortController().signal;

/** Writes an archive of an Account into memory. */
export async function archiveOf(app: TestApp, wanted: Omit<Wanted, 'objects'>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  const sink = {
    write: async (bytes: Buffer) => void chunks.push(bytes),
    progress: () => {},
  };
  orThrow(await writeArchive(app, wanted, sink, NEVER));
  return Buffer.concat(chunks);
}

/** Takes in an archive, as the command does. */
export function takeInBytes(app: TestApp, bytes: Buffer, owner_uuid: string) {
  return withFile(bytes, (file) =>
    takeIn(
      app,
      operator('accounts import'),
      file,
      { owner_uuid, fill: null },
      { progress: () => {}, signal: NEVER },
    ),
  );
}

/** The files of an archive as texts, by name. */
export function filesOf(bytes: Buffer): Promise<Map<string, string>> {
  return withFile(bytes, async (file) => {
    const entries = await entriesOf(file);
    if (entries instanceof Problem) throw new Error(entries.detail);
    const files = new Map<string, string>();
    for (const { name, read } of entries) {
      const chunks: Buffer[] = [];
      for await (const chunk of read()) chunks.push(chunk);
      files.set(name, Buffer.concat(chunks).toString());
    }
    return files;
  });
}

async function withFile<Result>(bytes: Buffer, work: (file: FileHandle) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'rapport-archive-'));
  try {
    const path = join(folder, 'account.zip');
    await writeFile(path, bytes);
    const file = await open(path);
    return await work(file).finally(() => file.close());
  } finally {
    await rm(folder, { recursive: true });
  }
}
