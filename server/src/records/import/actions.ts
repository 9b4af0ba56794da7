import type { FileHandle } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { RecordDefinition } from '@rapport/contract/records/define-record';
import type { ImportResult } from '@rapport/contract/records/imports';
import type { Caller, Cause } from '../../access/caller.ts';
import { placeOf } from '../../access/days.ts';
import { wholeAccount } from '../../access/reach.ts';
import { accountToWrite, refuseUnless } from '../../access/rules.ts';
import { findPlace } from '../../accounts/actions.ts';
import { receiveBody } from '../../platform/http/server/receive.ts';
import { isUuid } from '../../platform/ids.ts';
import type { InTurn } from '../../platform/limits/turns.ts';
import { noSuch, Problem } from '../../platform/problem.ts';
import { withoutGuard } from '../../platform/sheets/csv-line.ts';
import { type DeclaredField, declaredIn } from '../custom-fields/declared.ts';
import type { AnyKind, RecordsCore } from '../kind.ts';
import { validatorOf } from '../validation.ts';
import { importBatch, type Target } from './batch.ts';
import { type Column, type Mapping, matchColumns, refuseCount } from './columns.ts';
import { addOutcome, NOTHING_DONE, type Outcome } from './plan.ts';
import type { Table, TableRow } from './read-table.ts';
import { IMPORT_WORDS, nothingImported, UPLOAD_MAX_BYTES } from './receiving.ts';
import { importedSchema } from './source-times.ts';
import { openTable } from './table-apart.ts';

/** The meaning of the columns, whether the import is only a trial, and whether it is strict. */
type ImportOptions = { mapping: Mapping; dry_run: boolean; strict: boolean };

/** The caller's view of an import while it runs. */
export type Watcher = {
  /** Called after each batch with the number of rows that are done. */
  onProgress?: (done: number, total: number) => void;
  /** Called with the error that ended the import early. The answer says only that there was one. */
  onError: (error: Error) => void;
  /** Ends the import after the batch under way. The answer tells the reason if it is a text. */
  signal?: AbortSignal;
  /** Asked before each batch: a Problem ends the import. */
  refuse?: () => Promise<Problem | null>;
  /**
   * Runs a batch in the turn of its User, so that the User's other requests go on beside the
   * import.
   */
  inTurn?: InTurn;
};

/**
 * Imports the CSV file in `body`. It reads nothing before it knows that the caller may import. 400
 * when the file cannot be read to its end, 413 when it is too large; both import nothing. If the
 * import stops half way, by 503 or a lost right, the Problem says what was done.
 */
export async function importRecords(
  core: RecordsCore,
  kind: AnyKind,
  caller: Caller,
  request: ImportOptions & {
    account_uuid?: string;
    body: Readable;
    size_bytes: number | null;
    /** Looks the caller up again: an import may take longer than their right lasts. */
    callerNow: () => Promise<Caller | Problem>;
  },
  watcher: Watcher,
): Promise<ImportResult | Problem> {
  const account_uuid = accountToWrite(caller, request.account_uuid, 'write_all');
  if (account_uuid instanceof Problem) return account_uuid;
  const placed = { account_uuid, time_zone: placeOf(caller, account_uuid).time_zone };
  const refuse = async () => {
    const now = await request.callerNow();
    return now instanceof Problem ? now : refuseUnless(now, account_uuid, 'write_all', 'Account');
  };
  const { body, size_bytes } = request;
  const limits = { size_bytes, max_bytes: UPLOAD_MAX_BYTES };
  const file = await receiveBody(body, limits, IMPORT_WORDS, watcher.signal);
  if (file instanceof Problem) return file;
  const imported = async () =>
    (await refuse()) ?? importFile(core, kind, caller, placed, file, request, { ...watcher, refuse });
  return imported().finally(() => file.close());
}

/** Imports an open file for the operator, who needs no Login. */
export async function importByOperator(
  core: RecordsCore,
  kind: AnyKind,
  cause: Cause,
  account_uuid: string,
  file: FileHandle,
  options: ImportOptions,
  watcher: Watcher,
): Promise<ImportResult | Problem> {
  const place = isUuid(account_uuid) ? await findPlace(core.db, account_uuid) : undefined;
  if (place === undefined) return noSuch('Account', 'rapport accounts list');
  const placed = { account_uuid: account_uuid.toLowerCase(), time_zone: place.time_zone };
  return importFile(core, kind, cause, placed, file, options, watcher);
}

/** Looks at the whole file first: the first half of a broken one must not be imported. */
async function importFile(
  core: RecordsCore,
  kind: AnyKind,
  cause: Cause,
  placed: { account_uuid: string; time_zone: string },
  file: FileHandle,
  { mapping, dry_run, strict }: ImportOptions,
  watcher: Watcher,
): Promise<ImportResult | Problem> {
  const { definition } = kind;
  const declared = await declaredIn(core.db, wholeAccount(placed.account_uuid), definition.name);
  const table = await openTable(file, watcher.signal);
  try {
    const checked = await checkTable(definition, table, mapping, declared);
    if (watcher.signal?.aborted) return nothingImported();
    if (checked instanceof Problem) return checked;
    const validate = validatorOf(importedSchema(definition));
    const target = { kind, ...placed, columns: checked.columns, dry_run, strict, validate };
    return await importRows(core, cause, target, table, checked.total, watcher);
  } finally {
    // It waits for what is read ahead, and nobody needs that.
    table.return().catch(() => {});
  }
}

async function importRows(
  core: RecordsCore,
  cause: Cause,
  target: Target,
  table: Table,
  total: number,
  { onProgress, onError, signal, refuse, inTurn = (part) => part() }: Watcher,
): Promise<ImportResult | Problem> {
  const { account_uuid, dry_run, columns } = target;
  let sum = NOTHING_DONE;
  let line = 2;
  for await (const read of readAhead(table)) {
    const rows = read.is === 'rows' ? read.rows : [];
    const lines = { from: rows[0]?.line ?? line, to: rows.at(-1)?.line ?? line };
    const stop = (why: Problem) => cutShort(why, target, sum, lines);
    if (signal?.aborted) return stop(unavailable(reasonOf(signal)));
    if (read.is === 'refused') return stop(read.refusal);
    const part = async () => (await refuse?.()) ?? importBatch(core, cause, target, asWritten(target, rows));
    const outcome = await inTurn(part).catch((error: Error) => error);
    if (outcome instanceof Problem) return stop(outcome);
    if (outcome instanceof Error) {
      onError(outcome);
      return stop(unavailable('the database failed'));
    }
    sum = addOutcome(sum, outcome);
    line = lines.to + 1;
    onProgress?.(sum.created + sum.updated + sum.unchanged + sum.failed, total);
  }
  return {
    account_uuid,
    dry_run,
    ...sum,
    failures: sum.failures.flat(),
    losses: sum.losses.flat(),
    columns: columns.map(({ name, field }) => ({ column: name, field })),
  };
}

/** The rows of a file that we exported, without the apostrophes before formulas. */
function asWritten({ columns }: Target, rows: TableRow[]): TableRow[] {
  if (!columns.some(({ finds }) => finds)) return rows;
  return rows.map((row) => ({ ...row, cells: row.cells.map(withoutGuard) }));
}

/** The columns and the number of rows. A Problem when a part of the file cannot be read. */
async function checkTable(
  definition: RecordDefinition,
  table: Table,
  mapping: Mapping,
  declared: readonly DeclaredField[],
): Promise<{ columns: Column[]; total: number } | Problem> {
  const { value: header } = await table.next();
  if (header?.is === 'refused') return header.refusal;
  if (header?.is !== 'header') {
    const detail = `The file is empty. Send a header with the names of the columns, then a row for each ${definition.name}.`;
    return new Problem('csv_invalid', detail);
  }
  const columns = refuseCount(header.count) ?? matchColumns(definition, header.names, mapping, declared);
  if (columns instanceof Problem) return columns;
  const { value: rest } = await table.next();
  if (rest?.is === 'refused') return rest.refusal;
  return { columns, total: rest?.is === 'total' ? rest.total : 0 };
}

/**
 * Reads the next item while the one before is worked on, so that the database and this process both
 * have work.
 */
async function* readAhead<Item>(items: AsyncGenerator<Item>): AsyncGenerator<Item> {
  let next = items.next();
  for (;;) {
    const { done, value } = await next;
    if (done) return;
    next = items.next();
    // The error is thrown when the item's turn comes. If the import ends before, nobody awaits it,
    // which would end the process.
    next.catch(() => {});
    yield value;
  }
}

function reasonOf({ reason }: AbortSignal): string {
  return typeof reason === 'string' ? reason : 'it was called off';
}

function unavailable(why: string): Problem {
  return new Problem('unavailable', why, { headers: { 'retry-after': '5' } });
}

/**
 * A Problem that says why the import stopped, and how much was done. The failed batch was undone.
 * Only when the connection broke during its commit is the outcome unknown.
 */
function cutShort(
  { code, detail: why, headers }: Problem,
  { dry_run }: Target,
  sum: Outcome,
  { from, to }: { from: number; to: number },
): Problem {
  const stopped = `The import stopped at line ${from}: ${why.replace(/\.$/, '')}.`;
  if (dry_run) return new Problem(code, `${stopped} It was a dry run: nothing was kept.`, { headers });
  const done = `${sum.created} created, ${sum.updated} updated, ${sum.unchanged} unchanged, ${sum.failed} failed`;
  const detail =
    `${stopped} What was done before is kept: ${done}. Send the lines from ${from} on again; if the connection to the ` +
    `database broke just then, lines ${from} to ${to} may be there already. Rows with an external_id can be sent again in any case.`;
  return new Problem(code, detail, { headers });
}
