import type { CustomFieldFit } from '@rapport/contract/custom-fields';
import type { DayOrder } from '../../platform/cells/days.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { AnyKind } from '../kind.ts';
import type { DeclaredField } from './declared.ts';
import * as queries from './queries.ts';
import { type Hand, handOf, hasDayOrder, readDeclared } from './read.ts';
import { uniqueValue } from './taken.ts';
import { isNothing } from './values.ts';

/** The records that are read at a time. */
const PORTION = 5000;
/** How many values that do not fit are shown, unless the caller wants more. */
export const EXAMPLES_MAX = 20;

/** A record whose value does not fit, or has the value of an earlier one in a unique field. */
type Misfit = queries.KeyValue & { twice: boolean };

/** How many values that get another spelling are shown. */
const RESPELLED_MAX = 5;

/** A record whose value fits, and what it becomes in the form of the type. */
type Respelled = queries.KeyValue & { becomes: unknown };

/** How the people of an Account write. */
export async function handIn(db: Queryable, account_uuid: string): Promise<Hand> {
  return handOf(await queries.findPlace(db, account_uuid));
}

/**
 * How the values under the key of a field are written. One such as 05/13/2027 tells the order of
 * day and month, also for those that leave it open; without one it is that of the country. An
 * `order` that is known already is taken, because looking for it reads all values.
 */
export async function handUnder(
  db: Queryable,
  kind: AnyKind,
  { account_uuid, key, type }: DeclaredField,
  order?: DayOrder,
): Promise<Hand> {
  const hand = await handIn(db, account_uuid);
  if (order) return { ...hand, order };
  if (!hasDayOrder(type)) return hand;
  const { dmy, mdy } = await queries.countDayOrders(db, kind, account_uuid, key);
  return dmy === mdy ? hand : { ...hand, order: dmy > mdy ? 'dmy' : 'mdy' };
}

/** Counts the records whose value fits the field, and shows the first that do not. */
export async function fitOf(
  db: Queryable,
  kind: AnyKind,
  declared: DeclaredField,
  examples_max: number,
): Promise<CustomFieldFit> {
  const { records } = await queries.countUnder(db, kind, declared.account_uuid, declared.key);
  let [fit, misfit_count, respelled_count] = [0, 0, 0];
  const examples: CustomFieldFit['failing']['examples'] = [];
  const before: CustomFieldFit['respelled']['examples'] = [];
  const before_max = Math.min(RESPELLED_MAX, examples_max);
  for await (const { fits, misfits, respelled } of readings(db, kind, declared)) {
    respelled_count += respelled.length;
    for (const { uuid, name, value, becomes } of respelled.slice(0, before_max - before.length)) {
      before.push({ uuid, name, value: shown(value), becomes: shown(becomes) });
    }
    fit += fits;
    misfit_count += misfits.length;
    for (const { uuid, name, value } of misfits.slice(0, examples_max - examples.length)) {
      examples.push({ uuid, name, value: shown(value) });
    }
  }
  return {
    fit,
    empty: records - fit - misfit_count,
    failing: { count: misfit_count, examples },
    respelled: { count: respelled_count, examples: before },
  };
}

/** Reads all values that records have under the key of a field, a portion at a time. */
export async function* readings(
  db: Queryable,
  kind: AnyKind,
  declared: DeclaredField,
): AsyncGenerator<{ fits: number; misfits: Misfit[]; respelled: Respelled[] }> {
  const { account_uuid, key } = declared;
  const hand = await handUnder(db, kind, declared);
  const seen = new Set<string>();
  for (let after: string | null = null; ; ) {
    const rows = await queries.valuesUnder(db, kind, account_uuid, key, after, PORTION);
    const misfits: Misfit[] = [];
    const respelled: Respelled[] = [];
    let fits = 0;
    for (const row of rows) {
      const { value } = row;
      if (isNothing(value)) continue;
      const read = readDeclared(value, declared, hand);
      const unique = read === undefined ? null : uniqueValue(declared, read);
      const twice = unique !== null && seen.has(unique);
      if (unique !== null) seen.add(unique);
      if (read === undefined || twice) misfits.push({ ...row, twice });
      else {
        fits += 1;
        const isSame = JSON.stringify(read) === JSON.stringify(value);
        if (!isSame) respelled.push({ ...row, becomes: read });
      }
    }
    yield { fits, misfits, respelled };
    if (rows.length < PORTION) return;
    after = rows.at(-1)!.uuid;
  }
}

/** The values that would stand twice in a unique field, at most 20, each with a record. */
export async function collisionsIn(
  db: Queryable,
  kind: AnyKind,
  declared: DeclaredField,
): Promise<{ value: string; count: number; uuid: string }[]> {
  const found = new Map<string, { value: string; count: number; uuid: string }>();
  for await (const { misfits } of readings(db, kind, declared)) {
    for (const { uuid, ...misfit } of misfits.filter(({ twice }) => twice)) {
      const value = shown(misfit.value);
      const known = found.get(value) ?? { value, count: 1, uuid };
      found.set(value, { ...known, count: known.count + 1 });
    }
  }
  return [...found.values()].slice(0, EXAMPLES_MAX);
}

/** A value as people read it: a text as it is, anything else as JSON. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The beginning of a value. */
function shown(value: unknown): string {
  const text = textOf(value);
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
