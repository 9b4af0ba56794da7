import type { Cause } from '../../access/caller.ts';
import { permits, wholeAccount } from '../../access/reach.ts';
import { listUsersOf } from '../../accounts/logins/look-ups.ts';
import { KINDS } from '../../crm/kinds.ts';
import type { Job, Outcome } from '../../jobs/job-type.ts';
import type { Core } from '../../platform/core.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { Problem } from '../../platform/problem.ts';
import { toApiTime } from '../../platform/time/clock.ts';
import { isTakenBack } from '../../records/changes/look-ups.ts';
import * as queries from '../queries.ts';
import { type ChunkResult, importChunk, kindOf } from './chunk.ts';
import { TAKEN_BACK, tellOfEnd } from './end.ts';
import { countsOf, type KeptOutcome, occurringIn, orderedFiles, refusedIn, rowsIn } from './outcomes.ts';
import { accountSetting, fileSetting } from './settings.ts';
import { titleOf } from './title.ts';

export type Step = { import_uuid: string };

/** Imports the next rows of an import, or ends it. See RUN_IMPORT. */
export async function importStep(
  core: Core,
  tx: Transaction,
  job: Job<Step>,
): Promise<Outcome<Step> | Problem> {
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
  const kept = {
    ...chunk,
    outcomes,
    occurring: occurringIn(result),
    refused: refusedIn(result),
    found: foundIn(result),
  };
  await queries.keepOutcomes(tx, row.uuid, kept, countsOf(result), now);
  return { next: job.step, done_count: row.done_count + chunk.row_count };
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

function foundIn({ rows }: ChunkResult): string[] {
  return rows.flatMap(({ outcome, record }) => (outcome === 'unchanged' && record ? [record.uuid] : []));
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
