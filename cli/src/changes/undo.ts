import type { Rapport } from '@rapport/client';
import type { OutputOptions } from '../output.ts';
import { parseUuid } from '../parse-uuid.ts';
import { printError } from '../print.ts';
import { type Remote, runRemote } from '../remote/run-remote.ts';
import { Verb } from '../verb.ts';
import { keptLines } from './words.ts';

export type UndoOptions = OutputOptions & { dryRun?: boolean; account?: string };

export function undoChangeCommand(): Verb {
  return new Verb('undo')
    .description('Take a change back: one of your own, or any as an owner or admin, for 30 days.')
    .argument('<uuid>', 'the change', parseUuid)
    .option('--dry-run', 'say what would come of it, and change nothing')
    .option('--account <uuid>', 'in this Account, when the change is in several', parseUuid)
    .notes(`
What was changed since stays as it is, and is named. The undo is a change too, and can be taken back.
The service goes on with a large one when you end the command.`)
    .examples(
      'changes undo 01a0c5d2-6b1e-7c3a-9f42-5d1c8e0b7a64 --dry-run',
      'changes undo 01a0c5d2-6b1e-7c3a-9f42-5d1c8e0b7a64 --json',
    )
    .action((uuid: string, options: UndoOptions) =>
      runRemote(
        options,
        (remote) => undo(remote, uuid, options),
        (undone) => tellUndone(undone, options.dryRun === true),
      ),
    );
}

/** The time between two questions for the progress. */
const ASK_INTERVAL_MS = 1000;

type Undone = Awaited<ReturnType<Rapport['changes']['undo']>>;

/** The outcome. `stopped` says why a job ended before all was taken back. */
type Outcome = Undone & { stopped?: string };

/** Takes a change back, and waits for the job when there is one. */
export async function undo(
  { rapport }: Remote,
  uuid: string,
  { dryRun = false, json, account }: UndoOptions,
): Promise<Outcome> {
  const undone = await rapport.changes.undo(uuid, {
    dry_run: dryRun,
    ...(account && { account_uuid: account }),
  });
  if (undone.job_uuid === undefined) return undone;
  for (;;) {
    const job = await rapport.jobs.retrieve(undone.job_uuid);
    if (job.state === 'completed') return job.result as Outcome;
    if (job.finished_at !== null)
      return { ...undone, undone: job.done_count, stopped: job.detail ?? job.state };
    if (!json) printError(`${job.done_count} of ${job.total_count ?? '?'} …`);
    await new Promise((resolve) => setTimeout(resolve, ASK_INTERVAL_MS));
  }
}

export function tellUndone(
  { change_uuid, undone = 0, kept = [], kept_count = 0, stopped }: Outcome,
  isTrial: boolean,
): string {
  const lines = keptLines(kept, kept_count);
  const as = `${undone} ${undone === 1 ? 'record' : 'records'}`;
  const stay =
    lines.length > 0 ? [`${kept_count} ${isTrial ? 'would stay' : 'stayed'} as now:`, ...lines] : [];
  if (isTrial) return [`${as} would be as before.`, ...stay].join('\n');
  if (stopped !== undefined) return `Stopped after ${as}: ${stopped}`;
  const redo = undone > 0 ? [`Take it back with: npx rapport changes undo ${change_uuid}`] : [];
  return [`${as} as before.`, ...stay, ...redo].join('\n');
}
