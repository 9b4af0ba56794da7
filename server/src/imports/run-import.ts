import type { Cause } from '../access/caller.ts';
import { permits, wholeAccount } from '../access/reach.ts';
import { listUsersOf } from '../accounts/logins/look-ups.ts';
import { KINDS } from '../crm/kinds.ts';
import type { Job, JobType, Outcome } from '../jobs/job-type.ts';
import { tell } from '../notifications/actions.ts';
import type { Core } from '../platform/core.ts';
import type { Transaction } from '../platform/database/database.ts';
import { Problem } from '../platform/problem.ts';
import { toApiTime } from '../platform/time/clock.ts';
import { isTakenBack } from '../records/changes/look-ups.ts';
import { type ChunkResult, importChunk, kindOf } from './chunk.ts';
import { countsOf, type KeptOutcome, occurringIn, orderedFiles, refusedIn, rowsIn } from './outcomes.ts';
import * as queries from './queries.ts';
import { accountSetting, fileSetting } from './settings.ts';
import { titleOf } from './shown-rows.ts';

type Step = { import_uuid: string };

/**
 * Imports the rows of an import, some hundred a step, each in a transaction with what became of it.
 */
export const RUN_IMPORT: JobType<Step, Core> = {
  name: 'import',
  is_shown: true,
  run: runStep,
  ended: async (core, tx, { account_uuid, step }, state) => {
    const row = await queries.findImport(tx, wholeAccount(account_uuid!), step.import_uuid);
    const isUndone = row?.change_uuid && (await isTakenBack(tx, account_uuid!, row.change_uuid));
    const why = isUndone ? TAKEN_BACK : 'The database failed again and again. Start the import once more.';
    const end = {
      state: state === 'cancelled' ? ('stopped' as const) : ('failed' as const),
      failure: state === 'cancelled' ? null : why,
      now: toApiTime(core.clock.now()),
    };
    await queries.markEnded(tx, account_uuid!, step.import_uuid, end);
    if (row && state === 'failed') tellOfEnd(core, tx, row);
  },
};

const TAKEN_BACK = 'It was taken back before all its rows were imported. Upload the files again.';

async function runStep(core: Core, tx: Transaction, job: Job<Step>): Promise<Outcome<Step> | Problem> {
  const now = toApiTime(core.clock.now());
  const { import_uuid } = job.step;
  const row = await queries.findImport(tx, wholeAccount(job.account_uuid!), import_uuid, true);
  if (row?.state !== 'running') return { completed: null };
  const end = async (state: 'completed' | 'failed', failure: string | null) => {
    await queries.markEnded(tx, row.account_uuid, row.uuid, { state, failure, now });
    tellOfEnd(core, tx, row);
  };
  const users = await listUsersOf(tx, row.account_uuid);
  const role = users.find(({ uuid }) => uuid === row.user_uuid)?.role;
  if (!permits(role, 'write_records')) {
    const failure = 'The User who started the import may no longer write in this Account.';
    await end('failed', failure);
    return { failed: failure };
  }
  const isUndone = () => isTakenBack(tx, row.account_uuid, row.change_uuid!);
  if (await isUndone()) {
    await end('failed', TAKEN_BACK);
    return { failed: TAKEN_BACK };
  }
  const chunk = await queries.findNextChunk(tx, row.uuid, orderedFiles(row));
  if (!chunk) {
    await end('completed', null);
    return {
      completed: { created: row.created_count, updated: row.updated_count, refused: row.refused_count },
    };
  }
  const records = { ...core, kinds: KINDS };
  const account = await accountSetting(tx, row.account_uuid);
  const setting = fileSetting(row, chunk.file, account)!;
  const result = await importChunk(records, tx, causeOf(row), setting, rowsIn(chunk.rows));
  // Another request has taken an external_id just now. The step is undone and made again.
  if (result instanceof Problem) throw new Error(result.detail);
  // An undo has overtaken this step and would not take its rows back: nothing of it is written.
  if (await isUndone()) return new Problem('conflict', TAKEN_BACK);
  const outcomes = JSON.stringify(keptOutcomes(result, kindOf(records, setting.kind).definition.named_by));
  const kept = { ...chunk, outcomes, occurring: occurringIn(result), refused: refusedIn(result) };
  await queries.keepOutcomes(tx, row.uuid, kept, countsOf(result), now);
  return { next: job.step, done_count: row.done_count + chunk.row_count };
}

/** Tells who started an import that it has ended: it may have taken long. */
function tellOfEnd(core: Core, tx: Transaction, row: queries.ImportRecord): void {
  const { uuid: subject_uuid, account_uuid, user_uuid, files } = row;
  const title = files.map(({ name }) => name).join(', ');
  const about = { account_uuid, resource: 'import', subject_uuid, title, due_on: null, due_at: null };
  tell(core, tx, { ...about, user_uuid, sort: 'import_done' });
}

function causeOf(row: queries.ImportRecord): Cause {
  return {
    actor: row.actor,
    request_id: `import-${row.uuid}`,
    change_uuid: row.change_uuid!,
    source: 'import',
    oauth_client_uuid: row.oauth_client_uuid,
    address: null,
  };
}

function keptOutcomes({ rows }: ChunkResult, named_by: string): KeptOutcome[] {
  return rows.map((row) => ({
    line: row.line,
    outcome: row.outcome,
    uuid: row.record?.uuid ?? null,
    title: titleOf(row, named_by),
    losses: row.losses,
  }));
}
