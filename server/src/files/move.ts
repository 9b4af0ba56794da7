import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { JobType } from '../jobs/job-type.ts';
import { Chunks } from '../platform/chunks.ts';
import type { Core } from '../platform/core.ts';
import type { Queryable } from '../platform/database/database.ts';
import * as queries from './move-queries.ts';
import type { ObjectStore } from './objects.ts';
import { PIECE_BYTES } from './rules.ts';
import { type ContentPlace, keyOf, readContent } from './store.ts';

type Moving = { db: Queryable; objects: ObjectStore | null };

const MINUTE_MS = 60 * 1000;
const BATCH = 20;

/**
 * Brings what has come to where files are kept, and deletes what is useless there. Bytes come into
 * the database first, so a storage that is down stops nobody who sends.
 */
export const MOVE_FILES: JobType<object, Core & { objects: ObjectStore | null }> = {
  name: 'move_files',
  is_shown: false,
  every_ms: MINUTE_MS,
  outside: async (core, _job, stopping) => {
    if (core.objects === null) return 0;
    const left = await removeLeavings(core.db, core.objects);
    return left + (await moveSome(core, 's3', stopping));
  },
  run: async ({ clock }, _tx, _job, done) => {
    if ((done as number) > 0) return { next: {} };
    return { next: {}, due_at: new Date(clock.now().getTime() + MINUTE_MS) };
  },
};

/**
 * Moves some contents, each checked by its SHA-256 on the way: until a content is whole at its new
 * place, it is read at the old one. Returns how many. Throws what the storage answers.
 */
export async function moveSome(
  core: Moving,
  to: ContentPlace,
  signal: AbortSignal,
  tell: (moved: number) => void = () => {},
): Promise<number> {
  const contents = await queries.listElsewhere(core.db, to, BATCH);
  for (const [index, content] of contents.entries()) {
    signal.throwIfAborted();
    if (to === 's3') await toStorage(core, content);
    else await toDatabase(core, content);
    tell(index + 1);
  }
  return contents.length;
}

async function toStorage({ db, objects }: Moving, content: queries.MovedContent): Promise<void> {
  const bytes = Readable.from(readContent({ db, objects }, content), { objectMode: false });
  await objects!.put(keyOf(content), bytes, content);
  await queries.setPlace(db, content, 's3');
}

async function toDatabase({ db, objects }: Moving, content: queries.MovedContent): Promise<void> {
  const hash = createHash('sha256');
  await queries.deletePieces(db, content);
  const pieces = new Chunks(PIECE_BYTES, (position, bytes) => queries.putPiece(db, content, position, bytes));
  for await (const bytes of readContent({ db, objects }, content)) {
    hash.update(bytes);
    await pieces.add(bytes);
  }
  await pieces.end();
  if (hash.digest('hex') !== content.sha256)
    throw new Error(`the storage has other bytes for ${keyOf(content)} than were put there`);
  await queries.setPlace(db, content, 'database');
}

/** Deletes some objects whose content is gone. Returns how many. */
export async function removeLeavings(db: Queryable, objects: ObjectStore): Promise<number> {
  const leavings = await queries.listLeavings(db, BATCH);
  for (const leaving of leavings) {
    await objects.remove(keyOf(leaving));
    await queries.deleteLeaving(db, leaving);
  }
  return leavings.length;
}
