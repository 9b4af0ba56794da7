import type { ImportRow } from '@rapport/contract/imports';
import type { Caller } from '../../access/caller.ts';
import { wholeAccount } from '../../access/reach.ts';
import { listNamedStages } from '../../crm/pipelines/stages.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { newUuid } from '../../platform/ids.ts';
import { Problem } from '../../platform/problem.ts';
import { toApiTime } from '../../platform/time/clock.ts';
import { declaredIn } from '../../records/custom-fields/declared.ts';
import type { RecordsCore } from '../../records/kind.ts';
import { withStages } from '../plan/create-stages.ts';
import { createFields } from '../plan/custom-columns.ts';
import type { ImportRecord } from '../queries.ts';
import * as queries from '../queries.ts';
import { CHUNK_ROWS } from '../read/take-files.ts';
import { importChunk, namedIn, type Row } from '../run/chunk.ts';
import type { DecidedRow } from '../run/decide-row.ts';
import { orderedFiles, rowsIn } from '../run/outcomes.ts';
import { accountSetting, fileSetting, prefixOf } from '../run/settings.ts';
import { rowsBringing } from './brought.ts';
import { shownRows } from './shown-rows.ts';

const ROWS = 20;

/** A set of so few rows is tried whole, in half a second; of a longer one the rows that matter. */
const TRIED_MAX = 500;

/**
 * Twenty rows of the files as they will look, with what each would do. They are imported as the run
 * does it, in the order of the files and with what the start creates, and all that is undone: so a
 * preview says what happens also where only the database knows it.
 */
export async function previewOf(
  core: RecordsCore,
  tx: Transaction,
  caller: Caller,
  row: ImportRecord,
): Promise<ImportRow[]> {
  const places = orderedFiles(row).filter((place) => row.files[place]!.rows > 0);
  const each = Math.ceil(ROWS / Math.max(1, places.length));
  const rows = await rowsToTry(core, tx, row, places, each);
  const stages = new Set((await listNamedStages(tx, row.account_uuid)).map(({ uuid }) => uuid));
  const fields = await declaredIn(tx, wholeAccount(row.account_uuid));
  for (;;) {
    const preview = await trial(core, tx, async (inTrial) => {
      const decided = await tried(inTrial, tx, caller, row, rows);
      if (decided instanceof Problem) return decided;
      const shown: ImportRow[] = [];
      for (const [place, own] of decided) {
        shown.push(...(await shownRows(core, tx, { row, place, stages, fields }, own, each)));
      }
      return shown;
    });
    // Another request has just taken an external_id: the next look finds whose it is.
    if (!(preview instanceof Problem)) return preview.slice(0, ROWS);
  }
}

/** What `work` returns, after all that it wrote is undone. */
async function trial<Result>(
  core: RecordsCore,
  tx: Transaction,
  work: (inTrial: RecordsCore) => Promise<Result>,
): Promise<Result> {
  let result: Result | undefined;
  const undone = async () => {
    result = await work({ ...core, db: tx });
    throw UNDONE;
  };
  await tx.attempt(undone).catch((error) => {
    // A refused statement ends the savepoint by its own error, not by ours.
    if (error !== UNDONE && !(result instanceof Problem)) throw error;
  });
  return result!;
}

/** Ends the trial of some rows. */
const UNDONE = new Error('The preview of an import writes nothing.');

/**
 * The rows to try, by file: those that are shown, and those before them that bring what they name.
 */
async function rowsToTry(
  core: RecordsCore,
  tx: Transaction,
  row: ImportRecord,
  places: number[],
  each: number,
): Promise<Map<number, Row[]>> {
  const all = places.reduce((sum, place) => sum + row.files[place]!.rows, 0);
  const isWhole = all <= TRIED_MAX;
  const rows = new Map<number, Row[]>();
  for (const place of places) {
    rows.set(place, await firstRows(tx, row.uuid, place, isWhole ? TRIED_MAX : each));
  }
  if (isWhole) return rows;
  const account = await accountSetting(tx, row.account_uuid);
  // Whoever is named comes before who names it, so the last file is the first to be asked.
  for (const [index, place] of [...places.entries()].toReversed()) {
    const setting = fileSetting(row, place, account)!;
    const named = new Set(await namedIn(core, tx, setting, rows.get(place)!));
    for (const earlier of places.slice(0, index)) {
      const prefix = prefixOf(row.files[earlier]!.preset);
      const found = await rowsBringing(tx, row, earlier, prefix, named);
      const own = new Map([...rows.get(earlier)!, ...found].map((one) => [one.line, one]));
      rows.set(earlier, [...own.values()].toSorted((a, b) => a.line - b.line).slice(0, TRIED_MAX));
    }
  }
  return rows;
}

async function firstRows(tx: Transaction, uuid: string, place: number, count: number): Promise<Row[]> {
  const rows: Row[] = [];
  for (let position = 0; rows.length < count; position += 1) {
    const chunk = await queries.findChunk(tx, uuid, place, position);
    if (!chunk) break;
    rows.push(...rowsIn(chunk.rows));
  }
  return rows.slice(0, count);
}

/**
 * Imports the rows of each file, in their order, and returns what became of them. 409 when another
 * request has just taken an external_id.
 */
async function tried(
  inTrial: RecordsCore,
  tx: Transaction,
  caller: Caller,
  row: ImportRecord,
  rows: Map<number, Row[]>,
): Promise<Map<number, DecidedRow[]> | Problem> {
  const now = inTrial.clock.now();
  const cause = { ...caller, change_uuid: newUuid(now), source: 'import' as const };
  const { account_uuid, files } = row;
  // A caller who may not start the import sees its rows without what the start creates.
  await createFields(inTrial, cause, account_uuid, files, row.plan.files);
  const plan = await withStages(inTrial, tx, cause, account_uuid, files, row.plan);
  const started = { ...row, ...(!(plan instanceof Problem) && { plan }), started_at: toApiTime(now) };
  const account = await accountSetting(tx, account_uuid);
  const decided = new Map<number, DecidedRow[]>();
  for (const [place, own] of rows) {
    const setting = fileSetting(started, place, account)!;
    for (let from = 0; from < own.length; from += CHUNK_ROWS) {
      const result = await importChunk(inTrial, tx, cause, setting, own.slice(from, from + CHUNK_ROWS));
      if (result instanceof Problem) return result;
      decided.set(place, [...(decided.get(place) ?? []), ...result.rows]);
    }
  }
  return decided;
}
