import { isDeepStrictEqual } from 'node:util';
import sql from 'sql-template-tag';
import type { Transaction } from '../../platform/database/database.ts';
import { frequent, type Statement } from '../../platform/database/statements.ts';
import type { CrmRecord, Revision } from '../kind.ts';
import type { DeclaredField } from './declared.ts';
import { uniqueValue } from './taken.ts';
import { type Stored, storedValues, valueUnder } from './values.ts';

/** The name of the index that keeps the values of a unique field apart. */
export const UNIQUE_INDEX = 'custom_values_unique_idx';

/** A row of `custom_values`. */
type Row = Stored & {
  account_uuid: string;
  record_uuid: string;
  field_uuid: string;
  place: number;
  created_at: string;
  unique_value: string | null;
};

type Written = {
  inserts: CrmRecord[];
  updates: CrmRecord[];
  deletions: CrmRecord[];
  restorations: CrmRecord[];
  revisions: Revision<CrmRecord>[];
  declared: readonly DeclaredField[];
};

/**
 * Keeps the declared values of changed records beside them. A deleted record has none there, so
 * that lists need not look at it. It fails when a value is taken in a unique field.
 */
export function writeValues(tx: Transaction, written: Written): void {
  const { inserts, updates, deletions, restorations, revisions, declared } = written;
  if (deletions.length > 0) tx.send(removeValues(deletions));
  if (declared.length === 0) return;
  const before = new Map(revisions.map((revision) => [revision.record.uuid, revision.before]));
  const changed = updates.filter(({ uuid, custom }) => !isDeepStrictEqual(before.get(uuid)?.custom, custom));
  if (changed.length > 0) tx.send(removeValues(changed));
  const rows = rowsOf(declared, [...inserts, ...changed, ...restorations]);
  if (rows.length > 0) tx.send(insertValues(rows));
}

/** The values of these records in these fields, as rows of `custom_values`. */
export function rowsOf(declared: readonly DeclaredField[], records: readonly CrmRecord[]): Row[] {
  return records.flatMap(({ account_uuid, uuid: record_uuid, created_at, custom }) =>
    declared.flatMap((one) => {
      const value = valueUnder(custom, one.key);
      const unique_value = uniqueValue(one, value);
      return storedValues(one.field, value).map((stored, place) => {
        const of = { account_uuid, record_uuid, field_uuid: one.uuid, created_at };
        return { ...of, place, unique_value, ...stored };
      });
    }),
  );
}

/** Inserts values. With `orSkip` it leaves out those that are taken in a unique field, or there. */
export function insertValues(rows: Row[], orSkip = false): Statement {
  return frequent(sql`
    INSERT INTO custom_values
    SELECT * FROM json_populate_recordset(NULL::custom_values, ${JSON.stringify(rows)}::json)
    ${orSkip ? sql`ON CONFLICT DO NOTHING` : sql``}`);
}

/** Removes all values of these records, or those in one field. */
export function removeValues(records: { uuid: string }[], field_uuid: string | null = null): Statement {
  const uuids = records.map(({ uuid }) => uuid);
  const only = field_uuid === null ? sql`` : sql`AND field_uuid = ${field_uuid}`;
  return frequent(sql`DELETE FROM custom_values WHERE record_uuid = ANY(${uuids}::uuid[]) ${only}`);
}
