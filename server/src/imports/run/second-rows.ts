import { fold } from '@rapport/contract/fold';
import type { Transaction } from '../../platform/database/database.ts';
import { touchedBy } from '../../records/changes/look-ups.ts';
import type { AnyKind, CrmRecord } from '../../records/kind.ts';
import type { Completed } from './complete.ts';
import { type DecidedRow, refusedRow } from './decide-row.ts';
import type { Match } from './matching.ts';

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
 * Refuses a row without an id that would rename the record of a row before it. Two people with one
 * e-mail address would become one, who is called like the last of them.
 */
export function unlessSecond(
  decided: DecidedRow,
  row: Completed,
  { definition }: AnyKind,
  changed: Set<string>,
): DecidedRow {
  const { before, record } = decided;
  if (!before || !record || !changed.has(before.uuid)) return decided;
  const hasId = row.given.external_id !== undefined || row.extras.uuid?.toLowerCase() === before.uuid;
  const nameOf = (one: CrmRecord) => String(one[definition.named_by as keyof CrmRecord] ?? '');
  if (hasId || fold(nameOf(before)) === fold(nameOf(record))) return decided;
  const detail =
    `An earlier row has the same record, "${nameOf(before)}", and this one would rename it. ` +
    'Give both rows an id, or say by what else a row is the same record.';
  return refusedRow(row, [{ column: null, cell: null, detail }], decided.given);
}
