import { createHash } from 'node:crypto';
import type { ListDefinition, ListField } from '@rapport/contract/list-definition';
import { hasUnstorableCharacters } from '../http/server/json-body.ts';
import { isUuid } from '../ids.ts';
import { Problem } from '../problem.ts';
import type { Condition } from './condition.ts';
import { LIST_TYPES, textOnly } from './list-types.ts';

export type SortKey = { field: string; descending: boolean };

/**
 * A cursor holds the sort values of a record. Four of the longest fit, escaped as JSON and as
 * base64.
 */
export const CURSOR_MAX_LENGTH = 8000;

/** The cursor of the page after `record`, which is the last of a full page. */
export function cursorAfter(
  { sort, fingerprint }: { sort: SortKey[]; fingerprint: string },
  record: Record<string, unknown>,
  { fields }: Pick<ListDefinition, 'fields'> = { fields: {} },
): string {
  const values = sort.map(({ field }) =>
    fields[field]?.declared ? declaredText(field, fields[field], record) : String(record[field] ?? ''),
  );
  return Buffer.from(JSON.stringify([fingerprint, ...values, record.uuid])).toString('base64url');
}

/**
 * A declared value as the list sorts by it. Empty when there is none, or one that does not fit its
 * field: such a value is not in the order.
 */
function declaredText(name: string, field: ListField, { custom }: Record<string, unknown>): string {
  const key = name.slice(name.indexOf('.') + 1);
  const given = Object.hasOwn(custom as object, key) ? (custom as Record<string, unknown>)[key] : null;
  const { inCursor = textOnly, fault } = LIST_TYPES[field.type];
  const value = inCursor(given);
  return value === undefined || fault?.('', String(value), field) ? '' : String(value);
}

/**
 * The fingerprint of a list's filters and order. A cursor is valid only for these: with others it
 * would silently skip records.
 */
export function fingerprintOf(
  { name }: ListDefinition,
  {
    conditions,
    sort,
    q,
    account_uuid,
  }: { conditions: Condition[]; sort: SortKey[]; q: string | null; account_uuid: string | null },
): string {
  const text = JSON.stringify([name, conditions, sort, q, account_uuid]);
  return createHash('sha256').update(text).digest('base64url').slice(0, 12);
}

/** Reads the values in a cursor. They come from outside, so each must fit its column. */
export function readCursor(
  definition: ListDefinition,
  cursor: string,
  fingerprint: string,
  sort: SortKey[],
): string[] | Problem {
  const refusal = new Problem(
    'cursor_invalid',
    'The cursor belongs to another list, or to other filters or another order. Start again without cursor.',
  );
  try {
    const [from, ...after] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[];
    const sound =
      after.length === sort.length + 1 &&
      after.every((value) => typeof value === 'string' && !hasUnstorableCharacters(value)) &&
      sort.every(({ field }, i) => fitsField(definition.fields[field]!, String(after[i]))) &&
      isUuid(String(after.at(-1)));
    return sound && from === fingerprint ? (after as string[]) : refusal;
  } catch {
    return refusal;
  }
}

/** True when a value of a cursor has the type of its field. Null is the empty text there. */
function fitsField(field: ListField, value: string): boolean {
  if (field.nullable && value === '') return true;
  return !LIST_TYPES[field.type].fault?.('', value, field);
}
