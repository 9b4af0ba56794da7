import type { Change } from '../../events/change.ts';
import type { Hand } from '../custom-fields/read.ts';
import type { CrmRecord } from '../kind.ts';
import { cellFaults } from './cell-faults.ts';
import type { Column } from './columns.ts';
import { type Deciding, decideGiven } from './decide-given.ts';
import { fillingOnly } from './fill.ts';
import type { TableRow } from './read-table.ts';
import {
  asFailures,
  cellOf,
  givenFields,
  type Resolved,
  type RowFailure,
  rowFailures,
  unresolvedCells,
} from './rules.ts';
import { withoutTimes } from './source-times.ts';
import type { DecidedRecord } from './write.ts';

/** The Account and kind for the rows, and what the database has that they refer to. */
export type Setting = Deciding & {
  columns: Column[];
  /** The records that rows may name, also those that rows before have made: see `knownRecords`. */
  known: Known;
  /** Those to which merged records lead, by the external_id or uuid of these. */
  merged: Map<string, CrmRecord>;
  resolved: Resolved;
  hand: Hand;
};

/** Records by their uuid, and by `id ` with their external_id. */
type Known = Map<string | null, CrmRecord>;

/** The outcome of some rows. */
export type Outcome = {
  created: number;
  updated: number;
  unchanged: number;
  failed: number;
  /** The faults of each row that failed. */
  failures: RowFailure[][];
  lost_cells: number;
  /** The cells that were left out, for each row that had some. */
  losses: RowFailure[][];
};

export const NOTHING_DONE: Outcome = {
  created: 0,
  updated: 0,
  unchanged: 0,
  failed: 0,
  failures: [],
  lost_cells: 0,
  losses: [],
};

/**
 * The first failures are enough to see what is wrong. A hostile file must not cost a long answer.
 */
const FAILED_ROWS_MAX = 1000;
const FAULTS_A_ROW_MAX = 10;

export function addOutcome(sum: Outcome, more: Outcome): Outcome {
  return {
    created: sum.created + more.created,
    updated: sum.updated + more.updated,
    unchanged: sum.unchanged + more.unchanged,
    failed: sum.failed + more.failed,
    failures: [...sum.failures, ...more.failures].slice(0, FAILED_ROWS_MAX),
    lost_cells: sum.lost_cells + more.lost_cells,
    losses: [...sum.losses, ...more.losses].slice(0, FAILED_ROWS_MAX),
  };
}

type Decision =
  | { failures: RowFailure[] }
  | { record: CrmRecord; change: Change | null; losses: RowFailure[] };

/** Existing records, so that rows find them. */
export function knownRecords(records: CrmRecord[]): Known {
  const known: Known = new Map();
  for (const record of records) remember(known, record);
  return known;
}

function remember(known: Known, record: CrmRecord): void {
  known.set(record.uuid, record);
  if (record.external_id !== null) known.set(`id ${record.external_id}`, record);
}

/**
 * Decides what each row does, as if they came one after the other. It adds to `known` what they
 * make and change.
 */
export function planRows(rows: TableRow[], setting: Setting): { outcome: Outcome; decided: DecidedRecord[] } {
  const outcome: Outcome = { ...NOTHING_DONE, failures: [], losses: [] };
  const decided: DecidedRecord[] = [];
  const { known } = setting;
  const finds = setting.columns.findIndex((column) => column.finds);
  for (const row of rows) {
    const id = cellOf(setting.columns, row, 'external_id');
    const uuid = row.cells[finds]?.toLowerCase() ?? '';
    const there = known.get(uuid) ?? known.get(id && `id ${id}`);
    const led = there ? undefined : (setting.merged.get(uuid) ?? setting.merged.get(id ?? ''));
    const before = there ?? (led && known.get(led.uuid));
    const decision = decideRow(row, before, led !== undefined, setting);
    if ('failures' in decision) {
      outcome.failed += 1;
      outcome.failures.push(decision.failures.slice(0, FAULTS_A_ROW_MAX));
      continue;
    }
    const { record, change, losses } = decision;
    if (losses.length > 0) {
      outcome.lost_cells += losses.length;
      outcome.losses.push(losses.slice(0, FAULTS_A_ROW_MAX));
    }
    if (change === null) {
      outcome.unchanged += 1;
      continue;
    }
    outcome[before ? 'updated' : 'created'] += 1;
    decided.push({ record, change, before: before ?? null });
    remember(known, record);
  }
  return { outcome, decided };
}

/** Decides a row. A cell at fault costs that cell alone, unless the record cannot be without it. */
function decideRow(
  row: TableRow,
  before: CrmRecord | undefined,
  isOfMerged: boolean,
  setting: Setting,
): Decision {
  const { kind, columns, merged, around, resolved, hand, strict } = setting;
  const { definition } = kind;
  const unreadable = rowFailures(columns, row);
  if (unreadable.length > 0) return { failures: unreadable };
  const custom = { declared: around.declared, hand };
  const unresolved = [
    ...unresolvedCells(columns, row, definition, resolved),
    ...cellFaults(definition, columns, row, before as Record<string, unknown> | undefined, custom),
  ];
  if (strict && unresolved.length > 0) return { failures: unresolved };
  const given = givenFields(
    definition,
    columns,
    unresolved.length > 0 ? withoutCells(columns, row, unresolved) : row,
    before as Record<string, unknown> | undefined,
    resolved,
    custom,
  );
  if (merged.has(String(given.external_id))) delete given.external_id;
  // The record that stayed keeps what was chosen in the merge, and its own external_id.
  const wanted =
    before && isOfMerged
      ? fillingOnly(definition, withoutTimes(definition, given), before as unknown as Record<string, unknown>)
      : given;
  const decided = decideGiven(wanted, before, setting, {
    said: (faults, given) => asFailures(definition, columns, row, faults, given),
  });
  const losses = [...unresolved, ...decided.losses];
  if (!('refused' in decided)) return { record: decided.record, change: decided.change, losses };
  // What a cell could not name is the reason, not that the record lacks it then.
  return { failures: unresolved.length > 0 ? losses : [...losses, ...decided.refused] };
}

function withoutCells(columns: Column[], row: TableRow, lost: RowFailure[]): TableRow {
  const names = new Set(lost.map(({ column }) => column));
  return { ...row, cells: row.cells.map((cell, index) => (names.has(columns[index]!.name) ? '' : cell)) };
}
