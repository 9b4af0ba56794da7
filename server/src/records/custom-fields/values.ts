import type { ListField } from '@rapport/contract/list-definition';
import type { FieldError } from '@rapport/contract/problems';
import type { Money } from '@rapport/contract/records/declared-fields';
import type { RecordField } from '@rapport/contract/records/record-field';
import { inJsonbOrder } from '../../platform/database/jsonb-order.ts';
import { castOf, declaredText } from '../../platform/lists/declared-sql.ts';
import { fault } from '../fault.ts';
import type { CrmRecord, Revision } from '../kind.ts';
import { currencyFault } from '../value-faults.ts';
import { VALUE_TYPES } from '../value-types.ts';
import type { DeclaredField } from './declared.ts';
import { shapeFault } from './shapes.ts';

type Custom = Record<string, unknown>;

/**
 * The custom fields as they are kept: a declared value in the form of its type. What is no such
 * value stays as it is, and `declaredFaults` reports it. Null and the empty text are no value.
 */
export function keptCustom(declared: readonly DeclaredField[], custom: Custom): Custom {
  if (declared.length === 0) return custom;
  const fields = new Map(declared.map(({ key, field }) => [key, field]));
  const entries = Object.entries(custom).flatMap(([key, value]): [string, unknown][] => {
    const field = fields.get(key);
    if (!field) return [[key, value]];
    if (isNothing(value)) return [];
    return [[key, shapeFault(value, field) ? value : VALUE_TYPES[field.type].kept(value as never, field)]];
  });
  return inJsonbOrder(Object.fromEntries(entries));
}

/** True for what stands for no value of a declared field. */
export function isNothing(value: unknown): boolean {
  return (
    value === null ||
    value === undefined ||
    (typeof value === 'string' && value.trim() === '') ||
    (Array.isArray(value) && value.length === 0)
  );
}

/**
 * The faults of declared values that a change brings. A value that was there before is left alone:
 * it may be from before its field, or an option that was archived since.
 */
export function declaredFaults(
  declared: readonly DeclaredField[],
  { before, record }: Revision<CrmRecord>,
): FieldError[] {
  return declared.flatMap(({ key, field, label, options, required, archived_at }) => {
    const pointer = pointerOf(key);
    const now = valueUnder(record.custom, key);
    const then = before ? valueUnder(before.custom, key) : undefined;
    if (isNothing(now)) {
      const isMissing = required && archived_at === null && (before === null || !isNothing(then));
      return isMissing ? [fault(pointer, 'required', `is missing. It is the field "${label}".`)] : [];
    }
    if (before && isSame(now, then)) return [];
    const wrong = shapeFault(now, field);
    if (wrong) return [fault(pointer, wrong.code, wrong.detail)];
    const gone = archivedOptions(options, now, then);
    if (gone.length > 0) {
      return [fault(pointer, 'not_in_list', `has "${gone[0]}", which is archived. Choose another.`)];
    }
    return [];
  });
}

/**
 * The faults of amounts that get a currency which is none. What an earlier release took stays, and
 * comes back with a record that was deleted.
 */
export function newCurrencyFaults(
  declared: readonly DeclaredField[],
  { before, record }: Revision<CrmRecord>,
): FieldError[] {
  const currencyOf = (custom: Custom, key: string) =>
    (valueUnder(custom, key) as Partial<Money> | null | undefined)?.currency;
  return declared.flatMap(({ key, type }) => {
    const now = type === 'money' ? currencyOf(record.custom, key) : undefined;
    if (now === undefined || (before && now === currencyOf(before.custom, key))) return [];
    const wrong = currencyFault(String(now));
    return wrong ? [fault(`${pointerOf(key)}/currency`, wrong.code, wrong.detail)] : [];
  });
}

/** The JSON pointer to a custom field (RFC 6901). */
export function pointerOf(key: string): string {
  return `/custom/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** The value under a key. A record may have any key, so no inherited property is meant. */
export function valueUnder(custom: Custom, key: string): unknown {
  return Object.hasOwn(custom, key) ? custom[key] : undefined;
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(inJsonbOrder(a)) === JSON.stringify(inJsonbOrder(b));
}

function archivedOptions(options: DeclaredField['options'], now: unknown, then: unknown): string[] {
  const archived = options.filter((option) => option.archived).map(({ key }) => key);
  if (archived.length === 0) return [];
  const had = [then].flat();
  return [now].flat().filter((key) => archived.includes(key as string) && !had.includes(key)) as string[];
}

/** The uuids in custom fields that may name Users. Only a declared field says whether they do. */
export function uuidsIn(custom: unknown): string[] {
  if (typeof custom !== 'object' || custom === null) return [];
  return Object.values(custom).flatMap((value) =>
    typeof value === 'string' && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value)
      ? [value.toLowerCase()]
      : [],
  );
}

/** The Users that declared fields of a record name. */
export function usersNamed(
  declared: readonly DeclaredField[],
  { custom }: CrmRecord,
): { pointer: string; uuid: string }[] {
  return declared
    .filter(({ key, field }) => field.to === 'user' && !isNothing(valueUnder(custom, key)))
    .filter(({ key, field }) => !shapeFault(valueUnder(custom, key), field))
    .map(({ key }) => ({ pointer: pointerOf(key), uuid: valueUnder(custom, key) as string }));
}

/** A declared value as the table of values holds it. */
export type Stored = {
  text_value?: string;
  number_value?: string;
  date_value?: string;
  time_value?: string;
  currency?: string;
};

/** The rows of a declared value, in the columns of its type. None for a value that does not fit. */
export function storedValues(field: RecordField, value: unknown): Stored[] {
  if (!field.filter || isNothing(value) || shapeFault(value, field)) return [];
  const { column } = castOf(field as ListField);
  const { amount, currency } = value as Partial<Money>;
  if (amount !== undefined) return [{ [column]: amount, currency }];
  return [value].flat().map((one) => ({ [column]: declaredText(field as ListField, String(one)) }));
}
