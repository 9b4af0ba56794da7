import type { FileHandle } from 'node:fs/promises';
import type { Cause } from '../../access/caller.ts';
import type { Core } from '../../platform/core.ts';
import { Problem } from '../../platform/problem.ts';
import { checkArchive } from './check.ts';
import { type Loaded, loadArchive, type Wanted } from './load.ts';
import { openArchive } from './read.ts';

export type Watcher = {
  /** Hears how many lines were read of all; each is read twice. */
  progress: (done: number, total: number) => void;
  signal: AbortSignal;
};

/**
 * Takes in an Account from an archive, under its own uuid: with uuids, versions, times, deletions,
 * merges and history. It reads all of it first, so that a damaged file changes nothing and holds up
 * nobody. 400 for a file that is refused.
 */
export async function takeIn(
  core: Core,
  cause: Cause,
  file: FileHandle,
  wanted: Wanted,
  { progress, signal }: Watcher,
): Promise<Loaded | Problem> {
  const archive = await openArchive(file, core.clock.now());
  if (archive instanceof Problem) return archive;
  const lines = archive.manifest.files
    .filter(({ name }) => name.startsWith('data/'))
    .reduce((sum, { lines }) => sum + lines, 0);
  const refusal = await checkArchive(archive, (done) => progress(done, 2 * lines), signal);
  if (refusal) return refusal;
  const tell = (done: number) => progress(lines + done, 2 * lines);
  return loadArchive(core, cause, archive, wanted, { progress: tell, signal });
}
