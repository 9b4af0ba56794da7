import type { RecordField } from '@rapport/contract/records/record-field';
import type { Cause } from '../../access/caller.ts';
import { waitForOtherChanges } from '../../events/feed-order.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { isUuid } from '../../platform/ids.ts';
import { Problem } from '../../platform/problem.ts';
import { toApiTime } from '../../platform/time/clock.ts';
import { finish } from '../actions.ts';
import type { AnyKind, CrmRecord, RecordsCore } from '../kind.ts';
import { findByExternalId } from '../look-up-queries.ts';
import * as queries from '../queries.ts';
import { lookFor } from '../surroundings.ts';
import type { Validate } from '../validation.ts';
import type { Column } from './columns.ts';
import type { CsvRow } from './csv.ts';
import { type Outcome, type Plan, planRows } from './plan.ts';
import { resolveCells } from './resolve.ts';
import { cellOf, type Resolved, resourceOf } from './rules.ts';

/** The Account and kind for the rows, and whether this is a trial. */
export type Target = {
  kind: AnyKind;
  account_uuid: string;
  columns: Column[];
  validate: Validate;
  dry_run: boolean;
};

/**
 * Imports some rows in one transaction, with an event for each change. A dry run decides all and
 * writes nothing. Another request may take an external_id between our look and our INSERT: then all
 * is undone and done again, and the second look finds it.
 */
export async function importBatch(
  core: RecordsCore,
  cause: Cause,
  target: Target,
  rows: CsvRow[],
): Promise<Outcome> {
  for (;;) {
    const outcome = await core.db.transaction(async (tx) => {
      const plan = await planBatch(core, tx, target, rows);
      const refusal = target.dry_run ? null : await write(core, tx, cause, target, plan);
      return refusal ?? plan.outcome;
    });
    if (!(outcome instanceof Problem)) return outcome;
  }
}

async function planBatch(core: RecordsCore, tx: Transaction, target: Target, rows: CsvRow[]): Promise<Plan> {
  const { kind, account_uuid, columns } = target;
  // PostgreSQL refuses a statement with text that it cannot store. Such text is left out here and
  // refused with its row.
  const ids = new Set(rows.map((row) => cellOf(columns, row, 'external_id')));
  const external_ids = [...ids].filter((id) => id !== null && !id.includes('\0')) as string[];
  const hasIds = external_ids.length > 0;
  if (hasIds) await waitForOtherChanges(tx, account_uuid);
  const known = hasIds ? await findByExternalId<CrmRecord>(tx, kind, account_uuid, external_ids) : [];
  const namings = namingsIn(kind, columns, rows);
  const resolved = await resolveCells(tx, core.kinds, account_uuid, namings);
  const around = await lookFor(tx, core.kinds, kind, account_uuid, asUuids(namings, resolved));
  const now = toApiTime(core.clock.now());
  return planRows(rows, { ...target, known, around, resolved, now });
}

/** The Users and records that cells name, each of them once. */
function namingsIn(
  { definition }: AnyKind,
  columns: Column[],
  rows: CsvRow[],
): { resource: string; cell: string }[] {
  const fields = definition.fields as Record<string, RecordField>;
  return columns.flatMap(({ field: column }, index) => {
    if (column === null) return [];
    const { field, part } = definition.csv_columns[column]!;
    const { type, to } = fields[field]!;
    if (type !== 'uuid' && type !== 'links') return [];
    const resource = type === 'links' ? resourceOf(fields[field]!, part!) : to!;
    const cells = new Set(rows.map(({ cells }) => cells[index] ?? ''));
    return [...cells]
      .filter((cell) => cell !== '' && !cell.includes('\0'))
      .map((cell) => ({ resource, cell }));
  });
}

function asUuids(namings: { resource: string; cell: string }[], resolved: Resolved) {
  return namings.flatMap(({ resource, cell }) => {
    const found = resolved.get(`${resource} ${cell}`);
    const uuid = found && 'uuid' in found ? found.uuid : cell.toLowerCase();
    return isUuid(uuid) ? [{ resource, uuid }] : [];
  });
}

async function write(
  core: RecordsCore,
  tx: Transaction,
  cause: Cause,
  { kind, account_uuid }: Target,
  plan: Plan,
): Promise<Problem | null> {
  const { updates, changes, steps } = plan;
  // In this order, two imports with the same external_ids cannot block each other.
  const inserts = plan.inserts.toSorted(byExternalId);
  if (inserts.length > 0 && (await queries.insertRecords(tx, kind, inserts)).size < inserts.length) {
    return new Problem('conflict', 'Another request has just taken an external_id.');
  }
  // It cannot return 'taken': these records were found by the external_id that they keep.
  if (updates.length > 0) await queries.updateRecords(tx, kind, updates);
  await finish(core, tx, kind, cause, account_uuid, steps, changes);
  return null;
}

function byExternalId({ external_id: a }: CrmRecord, { external_id: b }: CrmRecord): number {
  if (a === b) return 0;
  return (a ?? '') < (b ?? '') ? -1 : 1;
}
