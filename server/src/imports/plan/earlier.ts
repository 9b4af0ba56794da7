import type { Queryable } from '../../platform/database/database.ts';
import { takenBackAmong } from '../../records/changes/look-ups.ts';
import * as queries from '../queries.ts';
import type { KeptFile } from '../read/kept-file.ts';

/**
 * Says of each file which of its rows were imported before. An import that was taken back does not
 * count. The rows of a file are known for 30 days, the file itself for ever.
 */
export async function withEarlier(
  db: Queryable,
  account_uuid: string,
  import_uuid: string,
  files: KeptFile[],
): Promise<KeptFile[]> {
  const digests = files.map(({ digest }) => digest);
  const found = await queries.listEarlier(db, account_uuid, digests);
  const undone = await takenBackAmong(
    db,
    account_uuid,
    found.map(({ change_uuid }) => change_uuid),
  );
  const standing = found.filter(({ change_uuid }) => !undone.has(change_uuid));
  const uuids = standing.flatMap(({ uuid, is_recent }) => (is_recent ? [uuid] : []));
  const same = uuids.length === 0 ? [] : await queries.countSameRows(db, import_uuid, uuids);
  return files.map((file, place) => {
    const whole = standing.find((one) => one.digests.includes(file.digest));
    const some = same.find((one) => one.file === place);
    const earlier = whole
      ? { on: whole.on, at: whole.at, rows: file.rows }
      : some
        ? { on: some.on, at: some.at, rows: some.rows }
        : null;
    return { ...file, earlier };
  });
}
