import type { ChangeInFull } from '@rapport/client/resources';
import type { OutputOptions } from '../output.ts';
import { parseUuid } from '../parse-uuid.ts';
import { runRemote } from '../remote/run-remote.ts';
import { Verb } from '../verb.ts';
import { columns } from '../words.ts';
import { keptLines, whatOf } from './words.ts';

export function showChangeCommand(): Verb {
  return new Verb('show')
    .description('Show a change, and of an undo what came of it.')
    .argument('<uuid>', 'the change: X-Change-Uuid of an answer, change_uuid of an event', parseUuid)
    .option('--account <uuid>', 'in this Account, when the change is in several', parseUuid)
    .examples(
      'changes show 01a0c5d2-6b1e-7c3a-9f42-5d1c8e0b7a64',
      'changes show 01a0c5d2-6b1e-7c3a-9f42-5d1c8e0b7a64 --json',
    )
    .action((uuid: string, { account, ...options }: OutputOptions & { account?: string }) =>
      runRemote(
        options,
        ({ rapport }) => rapport.changes.retrieve(uuid, account ? { account_uuid: account } : {}),
        tell,
      ),
    );
}

function tell(change: ChangeInFull): string {
  const { outcome, undoes, undone_by, undoable_until } = change;
  const facts = columns([
    ['uuid', change.uuid],
    ['account', change.account_uuid],
    ['by', change.actor.name],
    ['how', change.source],
    ['when', change.created_at],
    ['what', whatOf(change)],
    ...(undoes ? [['took back', undoes]] : []),
    ...(undone_by ? [['taken back by', undone_by]] : []),
    ...(undoable_until ? [['undo until', undoable_until]] : []),
    ...(outcome
      ? [['outcome', `${outcome.state}, ${outcome.undone} as before, ${outcome.kept_count} kept`]]
      : []),
  ]);
  return [facts, ...(outcome ? keptLines(outcome.kept, outcome.kept_count) : [])].join('\n');
}
