import type { Caller } from '../access/caller.ts';
import { refuseUnless } from '../access/rules.ts';
import { nudge } from '../live/nudge.ts';
import type { Bytes } from '../platform/http/server/part-answer.ts';
import { fieldsInvalid, notFound, Problem } from '../platform/problem.ts';
import { findSeen } from './actions.ts';
import * as queries from './queries.ts';
import { isThumbnail } from './rules.ts';
import type { FilesCore } from './seen.ts';
import { readContent } from './store.ts';

/** The bytes of a file, as they are given out. */
type OpenContent = Bytes & { name: string; type: string };

/**
 * The bytes of a file, for whoever reads one of its records. 409 while the scanner has not looked
 * at them, and for ever if it has found something.
 */
export async function openContent(
  core: FilesCore,
  caller: Caller,
  uuid: string,
): Promise<OpenContent | Problem> {
  const row = await findSeen(core, caller, uuid);
  if (row instanceof Problem) return row;
  const { name, type, size_bytes, sha256 } = row;
  return (
    refuseUnscanned(row) ?? {
      name,
      type,
      size_bytes: Number(size_bytes),
      etag: `"${sha256}"`,
      read: (start, end) => readContent(core, row, start, end),
    }
  );
}

function refuseUnscanned({ scan }: queries.FileRow): Problem | null {
  if (scan === 'none' || scan === 'clean') return null;
  if (scan === 'infected') {
    const detail = 'The scanner found something harmful in this file, so nobody gets it. Delete it.';
    return new Problem('file_infected', detail);
  }
  const detail = 'The scanner has not looked at this file yet. Try again in a moment.';
  return new Problem('conflict', detail, { headers: { 'retry-after': '5' } });
}

/** The small picture of a file. 404 when it has none. */
export async function openThumbnail(
  core: FilesCore,
  caller: Caller,
  uuid: string,
): Promise<Buffer | Problem> {
  const row = await findSeen(core, caller, uuid);
  if (row instanceof Problem) return row;
  return refuseUnscanned(row) ?? (await queries.findThumbnail(core.db, row)) ?? notFound('thumbnail');
}

/** Keeps the small picture of a file, which the browser has made that sent it. */
export async function putThumbnail(
  core: FilesCore,
  caller: Caller,
  uuid: string,
  bytes: Buffer,
): Promise<null | Problem> {
  const row = await findSeen(core, caller, uuid);
  if (row instanceof Problem) return row;
  const refusal = refuseUnless(caller, row.account_uuid, 'write_records', 'file');
  if (refusal) return refusal;
  if (!isThumbnail(bytes)) {
    const detail = 'The body must be a WebP picture of at most 320 × 320 points and 64 KiB.';
    return fieldsInvalid({ pointer: '', code: 'wrong_format', detail });
  }
  await core.db.transaction(async (tx) => {
    await queries.setThumbnail(tx, row, bytes);
    nudge(tx, caller.change_uuid, [{ resource: 'file', account_uuid: row.account_uuid, uuid }]);
  });
  return null;
}
