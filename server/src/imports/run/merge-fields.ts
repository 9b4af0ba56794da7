import { fold } from '@rapport/contract/fold';
import type { RecordDefinition } from '@rapport/contract/records/define-record';
import { numberIn } from '../../crm/phones.ts';
import { fillingOnly } from '../../records/import/fill.ts';

type Fields = Record<string, unknown>;
type Point = { label?: string; value: string; e164?: string; extension?: string };

/**
 * How a row changes a record that is there. `fill` leaves every field alone that has a value, and
 * `join` so but for lists, which it adds to: a further row of a file has another e-mail address.
 */
export type Merging = 'update' | 'fill' | 'join';

/**
 * What a row changes of a record that is there. Lists are added to: a row never takes an address, a
 * tag or a link away. A phone number without code is one of `country`.
 */
export function changesBy(
  definition: RecordDefinition,
  given: Fields,
  before: Fields,
  merging: Merging,
  country: string | null,
): Fields {
  const changes: Fields = {};
  const open = merging === 'update' ? given : fillingOnly(definition, given, before);
  const wanted = merging === 'join' ? { ...open, ...listsIn(given) } : open;
  for (const [field, value] of Object.entries(wanted)) {
    const old = before[field];
    if (Array.isArray(value)) changes[field] = joined(field, old as unknown[], value, country);
    else if (field === 'custom' && merging === 'update')
      changes[field] = { ...(old as Fields), ...(value as Fields) };
    else changes[field] = value;
  }
  return changes;
}

/** An address is none of them: its parts are filled or stay. */
function listsIn(given: Fields): Fields {
  return Object.fromEntries(
    Object.entries(given).filter(([field, value]) => Array.isArray(value) && field !== 'addresses'),
  );
}

/** Those entries of a list that a record has not got. */
export function lackingIn(
  field: string,
  entries: unknown[],
  kept: unknown[],
  country: string | null,
): unknown[] {
  if (field === 'addresses')
    return entries.filter((entry) => !kept.some((one) => saysAll(one as Fields, entry as Fields)));
  const keyIn = field === 'phones' ? (one: unknown) => keyOfPhone(one as Point, country) : keyOf;
  const known = new Set(kept.map(keyIn));
  return entries.filter((entry) => !known.has(keyIn(entry)));
}

function saysAll(address: Fields, { label: _, ...parts }: Fields): boolean {
  return Object.entries(parts).every(
    ([part, text]) => fold(String(address[part] ?? '').trim()) === fold(String(text).trim()),
  );
}

const LIST_MAX: Record<string, number> = { tags: 50 };

function joined(
  field: string,
  old: unknown[] | undefined,
  value: unknown[],
  country: string | null,
): unknown[] {
  const before = old ?? [];
  if (field === 'addresses') return joinedAddresses(before as Fields[], value as Fields[]);
  const hasPrimary = before.some((one) => (one as Fields | null)?.primary === true);
  const added = lackingIn(field, value, before, country);
  return [...before, ...(hasPrimary ? added.map(notPrimary) : added)].slice(0, LIST_MAX[field] ?? 20);
}

/** At most one entry of a list is primary. */
function notPrimary(entry: unknown): unknown {
  return (entry as Fields | null)?.primary === true ? { ...(entry as Fields), primary: false } : entry;
}

/** What makes two entries of a list the same: the text, the address or the linked record. */
function keyOf(entry: unknown): string {
  if (typeof entry !== 'object' || entry === null) return String(entry);
  const { value, client_uuid, contact_uuid, uuid } = entry as Fields;
  return typeof (entry as Point).value === 'string'
    ? String(value).toLowerCase()
    : String(client_uuid ?? contact_uuid ?? uuid);
}

/** The number in any spelling; what has no form for the whole world is its text. */
function keyOfPhone(point: Point, country: string | null): string {
  const { e164, extension } = point.e164 ? point : numberIn(point.value, country);
  return e164 ? `${e164} ${extension ?? ''}` : keyOf(point);
}

/**
 * An address with the label of one that is there changes that one. Of several with one label, the
 * one that says the same already is meant, else the first that no other address of the row is.
 */
function joinedAddresses(before: Fields[], value: Fields[]): Fields[] {
  const list = [...before];
  const taken = new Set<number>();
  for (const address of value) {
    const alike = list.flatMap(({ label }, at) => (label === address.label && !taken.has(at) ? [at] : []));
    const saysSame = (at: number) =>
      Object.entries(address).every(([part, text]) => list[at]![part] === text);
    const at = alike.find(saysSame) ?? alike[0] ?? list.length;
    taken.add(at);
    list[at] = { ...list[at], ...address };
  }
  return list.slice(0, 20);
}
