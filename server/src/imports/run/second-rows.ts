import { fold } from '@rapport/contract/fold';
import type { CellLoss } from '@rapport/contract/imports';
import type { RecordField } from '@rapport/contract/records/record-field';
import { cutTo } from '../../platform/cells/cut.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { touchedBy } from '../../records/changes/look-ups.ts';
import type { AnyKind, CrmRecord } from '../../records/kind.ts';
import { namesAgree } from './agreement.ts';
import type { Completed } from './complete.ts';
import { type Match, nameIn } from './matching.ts';

/**
 * The found records that steps before this one have changed. Nearly always none, as only those that
 * were changed since the start are asked for.
 */
export function changedBefore(
  tx: Transaction,
  account_uuid: string,
  change_uuid: string,
  started_at: Date,
  matches: Iterable<Match>,
): Promise<Set<string>> {
  const records = [...matches].flatMap((match) => match.records);
  const recent = records.filter(({ updated_at }) => new Date(updated_at) >= started_at);
  return touchedBy(tx, account_uuid, change_uuid, [...new Set(recent.map(({ uuid }) => uuid))]);
}

/**
 * Why a row without an id is not about the record of a row before it: it calls it otherwise. Two
 * people would become one, who is called like the first of them.
 */
export function refuseSecond(
  { given, extras }: Completed,
  before: CrmRecord,
  { definition }: AnyKind,
): CellLoss | null {
  const hasId = given.external_id !== undefined || extras.uuid?.toLowerCase() === before.uuid;
  const name = String(before[definition.named_by as keyof CrmRecord] ?? '');
  if (hasId || namesAgree(nameIn(given), name)) return null;
  const detail =
    `An earlier row has the same record, "${name}", and this one would rename it. ` +
    'Give both rows an id, or say by what else a row is the same record.';
  return { column: null, cell: null, detail };
}

/**
 * What a second row says otherwise than the rows of the same record before it. A record that it
 * names is not shown: its uuid tells a person nothing, and one to be made has none yet.
 */
export function saidOtherwise(
  given: Record<string, unknown>,
  before: CrmRecord,
  { definition }: AnyKind,
  columnOf: (field: string) => string | null,
): CellLoss[] {
  const old = before as unknown as Record<string, unknown>;
  return Object.entries(given).flatMap(([field, value]): CellLoss[] => {
    const other = old[field];
    if (!isText(value) || !isText(other) || fold(String(value)) === fold(String(other))) return [];
    const fields = definition.fields as Record<string, RecordField>;
    if (fields[field]?.to)
      return [{ column: columnOf(field), cell: null, detail: 'A row before says another one.' }];
    const cell = cutTo(String(value), 200);
    return [{ column: columnOf(field), cell, detail: `A row before says "${cutTo(String(other), 200)}".` }];
  });
}

function isText(value: unknown): value is string | number {
  return (typeof value === 'string' && value !== '') || typeof value === 'number';
}
