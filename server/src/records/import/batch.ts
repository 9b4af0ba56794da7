import type { FieldError } from '@rapport/contract/problems';
import type { RecordField } from '@rapport/contract/records/record-field';
import type { Cause } from '../../access/caller.ts';
import type { Change } from '../../events/change.ts';
import { waitForOtherChanges } from '../../events/feed-order.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { isUuid } from '../../platform/ids.ts';
import { Problem } from '../../platform/problem.ts';
import { splitTags } from '../../platform/sheets/tags.ts';
import { toApiTime } from '../../platform/time/clock.ts';
import { handIn } from '../custom-fields/fit.ts';
import { OUR_HAND } from '../custom-fields/read.ts';
import { inParts } from '../in-parts.ts';
import type { AnyKind, RecordsCore } from '../kind.ts';
import { tellMoved } from '../moved.ts';
import { pairsOf } from '../pairs.ts';
import { isLinks, kindOfCell, linkedKind } from '../references.ts';
import { lookFor } from '../surroundings.ts';
import type { Validate } from '../validation.ts';
import { type Column, withKeys } from './columns.ts';
import { lockByExternalId, lockByUuid, lockWinners } from './look-up.ts';
import { addOutcome, knownRecords, NOTHING_DONE, type Outcome, planRows, type Setting } from './plan.ts';
import type { TableRow } from './read-table.ts';
import { resolveCells } from './resolve.ts';
import { asFailures, cellOf, composedRow, type Resolved, wholeValue } from './rules.ts';
import { rowsWritten, sendRows, slicesOf, writtenBy } from './write.ts';

/** The Account and kind for the rows, and whether this is a trial. */
export type Target = {
  kind: AnyKind;
  account_uuid: string;
  columns: Column[];
  validate: Validate;
  /** Whose days an instant in the file makes. */
  time_zone: string;
  dry_run: boolean;
  /** True: a cell at fault refuses its row. */
  strict: boolean;
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
  given: TableRow[],
): Promise<Outcome> {
  const rows = given.map((row) => composedRow(row, target.columns.length));
  for (;;) {
    const outcomes = await core.db.transaction(async (tx) => {
      if (idsIn(target, rows).length > 0) waitForOtherChanges(tx, target.account_uuid);
      const work = async (part: TableRow[]) => {
        const setting = await lookUpBatch(core, tx, target, part);
        const { declared } = setting.around;
        let sum = NOTHING_DONE;
        const changes: Change[] = [];
        for await (const slice of slicesOf(part)) {
          const { outcome, decided } = planRows(slice, setting);
          sum = addOutcome(sum, outcome);
          if (target.dry_run) continue;
          const written = { ...writtenBy(decided), declared };
          sendRows(core, tx, target.kind, cause, target.account_uuid, written);
          changes.push(...written.changes);
        }
        const refusal = await rowsWritten(tx, target.kind);
        if (!refusal) await tellMoved(core, tx, target.kind, cause, target.account_uuid, changes);
        return refusal ?? sum;
      };
      return inParts(tx, target.kind, rows, work, (row, { errors }) => refusedRow(target, row, errors));
    });
    if (!(outcomes instanceof Problem)) return outcomes.reduce(addOutcome);
  }
}

/** The external_ids of the rows, without those that PostgreSQL cannot store. */
function idsIn({ columns }: Target, rows: TableRow[]): string[] {
  // Skips ids with NUL: PostgreSQL would refuse the whole statement. Their rows are refused later.
  const ids = new Set(rows.map((row) => cellOf(columns, row, 'external_id')));
  return [...ids].filter((id) => id !== null && !id.includes('\0')) as string[];
}

function refusedRow({ kind, columns }: Target, row: TableRow, errors: FieldError[]): Outcome {
  const failures = asFailures(kind.definition, columns, row, errors);
  return { ...NOTHING_DONE, failed: 1, failures: [failures] };
}

/** All that the rows name, and what is needed to decide them. */
async function lookUpBatch(
  core: RecordsCore,
  tx: Transaction,
  target: Target,
  rows: TableRow[],
): Promise<Setting> {
  const { account_uuid, columns } = target;
  const isOurs = columns.some(({ finds }) => finds);
  const [locked, named, hand] = await Promise.all([
    lockRows(tx, target, rows),
    lookUpNamed(core, tx, target, rows),
    isOurs ? OUR_HAND : handIn(tx, account_uuid),
  ]);
  return {
    ...target,
    ...locked,
    ...named,
    columns: withKeys(columns, named.around.declared),
    hasAmounts: pairsOf(target.kind.definition).some(({ amount }) =>
      columns.some(({ field }) => field === amount),
    ),
    writing: { now: toApiTime(core.clock.now()), time_zone: target.time_zone },
    hand: { ...hand, time_zone: target.time_zone },
  };
}

/** Locks the records that rows find by external_id or uuid, and those to which merged ones lead. */
async function lockRows(
  tx: Transaction,
  target: Target,
  rows: TableRow[],
): Promise<Pick<Setting, 'known' | 'merged'>> {
  const { kind, account_uuid } = target;
  const [external_ids, uuids] = [idsIn(target, rows), uuidsIn(target, rows)];
  const found = [
    ...(await lockByExternalId(tx, kind, account_uuid, external_ids)),
    ...(await lockByUuid(tx, kind, account_uuid, uuids)),
  ];
  const there = new Set(found.flatMap(({ uuid, external_id }) => [uuid, external_id]));
  const merged = await lockWinners(tx, kind, account_uuid, {
    external_ids: external_ids.filter((id) => !there.has(id)),
    uuids: uuids.filter((uuid) => !there.has(uuid)),
  });
  return { known: knownRecords([...found, ...merged.values()]), merged };
}

/** The records that cells name, and what deciding needs to know of the Account. */
async function lookUpNamed(
  { kinds }: RecordsCore,
  tx: Transaction,
  { kind, account_uuid, columns }: Target,
  rows: TableRow[],
): Promise<Pick<Setting, 'resolved' | 'around'>> {
  const namings = namingsIn(kind, columns, rows);
  const resolved = await resolveCells(tx, kinds, account_uuid, namings);
  const uuids = asUuids(namings, resolved);
  const around = await lookFor(tx, kinds, kind, account_uuid, uuids, [], [], tagsIn(columns, rows));
  return { resolved, around };
}

/** The uuids in the rows of a file of ours. */
function uuidsIn({ columns }: Target, rows: TableRow[]): string[] {
  const index = columns.findIndex(({ finds }) => finds);
  const uuids = rows.map(({ cells }) => cells[index] ?? '').filter(isUuid);
  return [...new Set(uuids.map((uuid) => uuid.toLowerCase()))];
}

/** The tags of all rows. */
function tagsIn(columns: Column[], rows: TableRow[]): string[] {
  const places = columns.flatMap(({ field }, index) => (field === 'tags' ? [index] : []));
  return rows.flatMap(({ cells }) => places.flatMap((place) => splitTags(cells[place] ?? '')));
}

/** The Users and records that cells name, each of them once. */
function namingsIn(
  { definition }: AnyKind,
  columns: Column[],
  rows: TableRow[],
): { resource: string; cell: string }[] {
  const fields = definition.fields as Record<string, RecordField>;
  return columns.flatMap(({ field: column, whole }, index) => {
    if (column === null) return [];
    if (whole) return rows.flatMap(({ cells }) => namedIn(fields[column]!, cells[index] ?? ''));
    const { field, part } = definition.csv_columns[column]!;
    const resource = kindOfCell(fields[field]!, part);
    if (resource === undefined) return [];
    const cells = new Set(rows.map(({ cells }) => cells[index] ?? ''));
    return [...cells]
      .filter((cell) => cell !== '' && !cell.includes('\0'))
      .map((cell) => ({ resource, cell }));
  });
}

/** What a whole list of links or shares names. */
function namedIn(field: RecordField, cell: string): { resource: string; cell: string }[] {
  const isList = isLinks(field) || field.type === 'shares';
  const entries = isList && cell !== '' ? wholeValue(cell, field) : [];
  if (!Array.isArray(entries)) return [];
  return entries.flatMap((entry) => {
    const named = isLinks(field)
      ? [{ resource: linkedKind(field, entry ?? {}), cell: entry?.[field.key!] }]
      : ['user', 'team'].map((resource) => ({ resource, cell: entry?.[`${resource}_uuid`] }));
    return named.filter(({ cell }) => typeof cell === 'string' && isUuid(cell));
  });
}

function asUuids(namings: { resource: string; cell: string }[], resolved: Resolved) {
  return namings.flatMap(({ resource, cell }) => {
    const found = resolved.get(`${resource} ${cell}`);
    const uuid = found && 'uuid' in found ? found.uuid : cell.toLowerCase();
    return isUuid(uuid) ? [{ resource, uuid }] : [];
  });
}
