import { fold } from '@rapport/contract/fold';
import type { FieldError } from '@rapport/contract/problems';
import sql, { raw, type Sql } from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import { frequent } from '../../platform/database/statements.ts';
import { fault } from '../fault.ts';
import type { AnyKind, CrmRecord, Owner } from '../kind.ts';
import type { DeclaredField } from './declared.ts';
import { pointerOf, storedValues, valueUnder } from './values.ts';

/** The record that has a value, by uuid and name. Null for one that the caller does not see. */
export type Holder = { uuid: string; name: string | null };

/** What is known of the values that no two records may have. */
type Taken = { declared: readonly DeclaredField[]; taken: Map<string, Holder> };

/** The characters of a value that are compared, as many as the index holds. */
const TEXT_MAX_LENGTH = 500;

/** The value of a unique field as it is compared: folded, and cut as the index cuts it. */
export function uniqueValue({ field, unique }: DeclaredField, value: unknown): string | null {
  const [stored] = unique ? storedValues(field, value) : [];
  if (!stored) return null;
  return stored.text_value ?? stored.number_value ?? stored.date_value ?? stored.time_value ?? null;
}

/**
 * Finds who has values of these custom fields in a unique field of the kind. Which fields are
 * unique is found out by the same statement, so that it needs no trip of its own.
 */
export async function findTaken(
  tx: Queryable,
  kind: AnyKind,
  account: Owner,
  customs: Record<string, unknown>[],
): Promise<Map<string, Holder>> {
  const given = customs.flatMap((custom) => Object.values(custom)).flatMap(textOf);
  if (given.length === 0) return new Map();
  return holdersOf(tx, kind, account, sql`${[...new Set(given)]}::text[]`);
}

/** As `findTaken`, for the values of a deleted record, which PostgreSQL reads by itself. */
export function findTakenOfDeleted(
  tx: Queryable,
  kind: AnyKind,
  account: Sql,
  uuid: string,
): Promise<Map<string, Holder>> {
  const values = sql`ARRAY(
    SELECT DISTINCT form FROM ${raw(kind.table)} AS deleted, jsonb_each_text(deleted.custom) AS own,
      unnest(ARRAY[own.value, left(folded(own.value), ${raw(String(TEXT_MAX_LENGTH))})]) AS form
    WHERE deleted.uuid = ${uuid} AND deleted.account_uuid = ${account})`;
  return holdersOf(tx, kind, account, values);
}

/** Which record has which of these values in which unique field. */
async function holdersOf(
  tx: Queryable,
  { definition, table }: AnyKind,
  account: Owner,
  values: Sql,
): Promise<Map<string, Holder>> {
  const rows = await tx.query<{ field_uuid: string; unique_value: string } & Holder>(
    frequent(sql`
    SELECT field_uuid, unique_value, record_uuid AS uuid,
      (SELECT ${raw(definition.named_by)} FROM ${raw(table)} AS holder WHERE holder.uuid = record_uuid) AS name
    FROM (SELECT uuid FROM custom_fields WHERE account_uuid = ${account} AND resource = ${definition.name} AND "unique") AS own
    JOIN custom_values ON field_uuid = own.uuid AND unique_value = ANY(${values})`),
  );
  return new Map(
    rows.map(({ field_uuid, unique_value, uuid, name }) => [`${field_uuid} ${unique_value}`, { uuid, name }]),
  );
}

/** A value in all the forms in which a unique field may hold it. */
function textOf(value: unknown): string[] {
  if (typeof value === 'number') return [String(value)];
  if (typeof value !== 'string' || value.includes('\0')) return [];
  const text = value.trim();
  return [...new Set([fold(text).slice(0, TEXT_MAX_LENGTH), text])];
}

/** Faults of values that another record has already. */
export function takenFaults({ declared, taken }: Taken, { uuid, custom }: CrmRecord): FieldError[] {
  return declared.flatMap((one) => {
    const value = uniqueValue(one, valueUnder(custom, one.key));
    const holder = value === null ? undefined : taken.get(`${one.uuid} ${value}`);
    if (holder === undefined || holder.uuid === uuid) return [];
    if (holder.name === null)
      return [
        fault(
          pointerOf(one.key),
          'taken',
          `is the same as that of another record, and "${one.label}" is unique.`,
        ),
      ];
    const detail = `is the same as that of "${holder.name}", and "${one.label}" is unique.`;
    return [{ ...fault(pointerOf(one.key), 'taken', detail), uuid: holder.uuid }];
  });
}

/** Notes the values of a record, for the records that are decided after it. */
export function take(kind: AnyKind, { declared, taken }: Taken, record: CrmRecord): void {
  const { uuid, custom } = record;
  const name = nameOf(kind, record);
  for (const one of declared) {
    const value = uniqueValue(one, valueUnder(custom, one.key));
    if (value !== null) taken.set(`${one.uuid} ${value}`, { uuid, name });
  }
}

export function nameOf({ definition }: AnyKind, record: CrmRecord): string {
  return String(record[definition.named_by as keyof CrmRecord]);
}
