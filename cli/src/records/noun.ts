import { RECORDS } from '@rapport/contract/records/all';
import type { RecordDefinition } from '@rapport/contract/records/define-record';
import { isMergeable } from '@rapport/contract/records/merges';
import { Command } from 'commander';
import { deleteCommand } from './delete.ts';
import { duplicatesCommand } from './duplicates.ts';
import { importCommand } from './import.ts';
import { listCommand } from './list.ts';
import { mergeCommand } from './merge.ts';
import { restoreCommand } from './restore.ts';
import { showCommand } from './show.ts';
import { createCommand, updateCommand } from './write.ts';

/** Returns a command for each kind of record: `rapport contacts`, `rapport deals` and so on. */
export function recordsCommands(): Command[] {
  return RECORDS.map(recordsCommand);
}

/** Returns the command of a kind, with verbs made from its definition. */
function recordsCommand(definition: RecordDefinition): Command {
  const command = new Command(definition.plural).description(definition.about).helpGroup('Records:');
  for (const verb of VERBS) command.addCommand(verb(definition));
  if (definition.match_by) command.addCommand(duplicatesCommand(definition));
  if (isMergeable(definition)) command.addCommand(mergeCommand(definition));
  return command;
}

const VERBS = [
  listCommand,
  showCommand,
  createCommand,
  updateCommand,
  deleteCommand,
  restoreCommand,
  importCommand,
];
