import type { Command } from 'commander';
import { tellUndone, type UndoOptions, undo } from '../changes/undo.ts';
import { parseUuid } from '../parse-uuid.ts';
import { type Remote, runRemote } from '../remote/run-remote.ts';
import { Verb } from '../verb.ts';
import { UUID } from './words.ts';

export function undoImportCommand(): Verb {
  return new Verb('undo')
    .description('Take an import back: what it made is deleted, what it changed is put back, for 30 days.')
    .argument('<uuid>', 'the import', parseUuid)
    .option('--dry-run', 'say what would come of it, and change nothing')
    .notes('Values that somebody has changed since stay as they are, and are named.')
    .examples(`imports undo ${UUID} --dry-run`, `imports undo ${UUID} --json`)
    .action((uuid: string, options: UndoOptions, command: Command) =>
      runRemote(
        options,
        (remote) => undoImport(remote, uuid, options, command),
        (undone) => tellUndone(undone, options.dryRun === true),
      ),
    );
}

async function undoImport(remote: Remote, uuid: string, options: UndoOptions, command: Command) {
  const { change_uuid } = await remote.rapport.imports.retrieve(uuid);
  if (change_uuid === null) return command.error('The import was not started, so there is nothing to undo.');
  return undo(remote, change_uuid, options);
}
