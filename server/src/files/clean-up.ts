import { UNUSED_FILE_LIFETIME_HOURS } from '@rapport/contract/files';
import { eraseEvents } from '../events/look-ups.ts';
import type { Queryable } from '../platform/database/database.ts';
import type { Clock } from '../platform/time/clock.ts';
import { keptSince } from '../platform/time/deleted-lifetime.ts';
import { deleteLostLinks, purgeFiles } from './queries.ts';
import { deleteOldUploads, deleteUnused, lockUnused } from './upload-queries.ts';

const BATCH = 1000;

/** Each content may be long, and a transaction should not be. */
const CONTENTS_BATCH = 20;

/**
 * Deletes one batch of what nobody can reach any more: links to records that are gone, files of the
 * trash and without a record, uploads that broke off, and bytes that nothing refers to. Returns how
 * many, so that the caller knows whether to go on.
 */
export async function forgetFiles(db: Queryable, clock: Clock): Promise<number> {
  const unused_before = new Date(clock.now().getTime() - UNUSED_FILE_LIFETIME_HOURS * 60 * 60 * 1000);
  const links = await deleteLostLinks(db, BATCH);
  const files = await db.transaction(async (tx) => {
    const purged = await purgeFiles(tx, { deleted_before: keptSince(clock), unused_before }, BATCH);
    await eraseEvents(tx, purged);
    return purged.length;
  });
  const uploads = await deleteOldUploads(db, unused_before, BATCH);
  const contents = await db.transaction(async (tx) => deleteUnused(tx, await lockUnused(tx, CONTENTS_BATCH)));
  return links + files + uploads + contents;
}
