import { fold } from '@rapport/contract/fold';
import type { CellLoss, PlannedFile } from '@rapport/contract/imports';
import type { RecordField } from '@rapport/contract/records/record-field';
import { cutTo } from '../../platform/cells/cut.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { touchedBy } from '../../records/changes/look-ups.ts';
import type { AnyKind, CrmRecord } from '../../records/kind.ts';
import * as queries from '../queries.ts';
import { namesAgree } from './agreement.ts';
import type { Completed } from './complete.ts';
import { type Match, nameIn } from './matching.ts';
import { lackingIn } from './merge-fields.ts';

/**
 * Those of the found records that steps before this one have changed, or found and left as they
 * are. Only what was changed since the start can be of the first sort.
 */
export async function metBefore(
  tx: Transaction,
  account_uuid: string,
  change_uuid: string,
  started_at: Date,
  matches: Iterable<Match>,
): Promise<Set<string>> {
  const records = [...matches].flatMap((match) => match.records);
  const uuids = [...new Set(records.map(({ uuid }) => uuid))];
  const recent = records.filter(({ updated_at }) => new Date(updated_at) >= started_at);
  const touched = [...new Set(recent.map(({ uuid }) => uuid))];
  const changed = await touchedBy(tx, account_uuid, change_uuid, touched);
  return new Set([...changed, ...(await queries.foundBefore(tx, account_uuid, change_uuid, uuids))]);
}

/**
 * The refusal of a row without an id that gives another name to the record of a row before it: two
 * people would become one, with the name of the first. A record that is called by an e-mail address
 * has no name yet, so a row may give it one.
 */
export function refuseSecond(
  { given, extras }: Completed,
  before: CrmRecord,
  { definition }: AnyKind,
): CellLoss | null {
  const hasId = given.external_id !== undefined || extras.uuid?.toLowerCase() === before.uuid;
  const name = String(before[definition.named_by as keyof CrmRecord] ?? '');
  if (hasId || name.includes('@') || namesAgree(nameIn(given), name)) return null;
  const detail =
    `An earlier row has the same record, "${name}", and this one would rename it. ` +
    'Give both rows an id, or say by what else a row is the same record.';
  return { column: null, cell: null, detail };
}

/**
 * The cells of a second row that the record did not take, because a row before says something else.
 * The cell of a link is not shown: a uuid tells a person nothing, and a record to be made has none
 * yet.
 */
export function saidOtherwise(
  given: Record<string, unknown>,
  { before, after }: { before: CrmRecord; after: CrmRecord },
  { kind, file, country }: { kind: AnyKind; file: PlannedFile; country: string | null },
  columnFor: (field: string, file: PlannedFile, key?: string) => string | null,
): CellLoss[] {
  const { fields } = kind.definition as { fields: Record<string, RecordField> };
  const [old, now] = [before, after] as unknown as Record<string, unknown>[];
  return Object.entries(given).flatMap(([field, value]): CellLoss[] => {
    if (field === 'custom') {
      const kept = now!.custom as Record<string, unknown>;
      return Object.entries(value as Record<string, unknown>).flatMap(([key, own]) =>
        isSame(own, kept[key]) ? [] : otherwise(columnFor(field, file, key), own, kept[key]),
      );
    }
    const column = columnFor(field, file);
    if (Array.isArray(value)) {
      const lacking = lackingIn(field, value, (now![field] ?? []) as unknown[], country);
      return lacking.flatMap((entry) => otherwise(column, textOf(entry), null));
    }
    const other = old![field];
    if (!isText(value) || !isText(other) || isSame(value, other)) return [];
    return otherwise(column, fields[field]?.to ? null : value, fields[field]?.to ? null : other);
  });
}

function otherwise(column: string | null, value: unknown, other: unknown): CellLoss[] {
  const cell = value === null ? null : cutTo(String(value), 200);
  const isShown = isText(other) || typeof other === 'boolean';
  const detail = isShown
    ? `A row before says "${cutTo(String(other), 200)}".`
    : 'A row before says another one.';
  return [{ column, cell, detail }];
}

function isSame(value: unknown, other: unknown): boolean {
  const [one, two] = [value, other].map((it) =>
    isText(it) || typeof it === 'boolean' ? fold(String(it).trim()) : JSON.stringify(it),
  );
  return one === two;
}

/** What an entry of a list says; null for a link. */
function textOf(entry: unknown): string | null {
  if (typeof entry !== 'object' || entry === null) return String(entry);
  const { label: _, value, ...parts } = entry as Record<string, unknown>;
  if (value !== undefined) return String(value);
  return parts.street || parts.city || parts.postal_code || parts.region || parts.country
    ? Object.values(parts).join(', ')
    : null;
}

function isText(value: unknown): value is string | number {
  return (typeof value === 'string' && value !== '') || typeof value === 'number';
}
