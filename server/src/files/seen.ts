import type { File, FileRecord } from '@rapport/contract/files';
import type { Caller } from '../access/caller.ts';
import { type Reach, reachOf } from '../access/reach.ts';
import type { Core } from '../platform/core.ts';
import type { Queryable } from '../platform/database/database.ts';
import { fieldsInvalid, type Problem } from '../platform/problem.ts';
import type { AnyKind } from '../records/kind.ts';
import { findReadable, nameOf } from '../records/readable.ts';
import type { ObjectStore } from './objects.ts';
import type { FileRow } from './queries.ts';
import { eachOnce } from './rules.ts';
import type { Scanner } from './scanner.ts';

export type FilesCore = Core & {
  kinds: readonly AnyKind[];
  /** The longest file. */
  file_max_bytes: number;
  /** Null: nobody looks through files. */
  scanner: Scanner | null;
  /** The storage elsewhere; null: files lie in the database alone. */
  objects: ObjectStore | null;
};

/**
 * The files that the caller may read, each with those of its records that they may read. Whoever
 * reads one of its records reads a file, and nobody else; one without a record is for its sender.
 */
export async function readableBy(
  { kinds }: Pick<FilesCore, 'kinds'>,
  db: Queryable,
  { user_uuid, ...caller }: Pick<Caller, 'user_uuid' | 'logins' | 'scope'>,
  rows: FileRow[],
): Promise<FileRow[]> {
  const named = rows.flatMap(({ records }) => records);
  const readable = await findReadable(db, kinds, reachOf(caller), named);
  return rows.flatMap((row) => {
    const isOwn = row.records.length === 0 && row.user_uuid === user_uuid;
    const records = eachOnce(row.records).filter((one) => readable.has(nameOf(one)));
    return isOwn || records.length > 0 ? [{ ...row, records }] : [];
  });
}

/** 422 that names the first of these records that the caller may not read, or null. */
export async function refuseUnread(
  { kinds }: Pick<FilesCore, 'kinds'>,
  db: Queryable,
  reach: Reach,
  records: FileRecord[],
): Promise<Problem | null> {
  const readable = await findReadable(db, kinds, reach, records);
  const index = records.findIndex((one) => !readable.has(nameOf(one)));
  if (index === -1) return null;
  const pointer = `/records/${index}/uuid`;
  const detail = `${pointer} is no ${records[index]!.resource} of the Account that you can reach.`;
  return fieldsInvalid({ pointer, code: 'not_found', detail });
}

/** The file as the API answers it. */
export function shownFile({ content_uuid: _, place: __, deleted_at: ___, ...file }: FileRow): File {
  return { ...file, records: eachOnce(file.records) };
}
