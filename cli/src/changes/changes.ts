import type { Command } from 'commander';
import { noun } from '../noun.ts';
import { listChangesCommand } from './list.ts';
import { showChangeCommand } from './show.ts';
import { undoChangeCommand } from './undo.ts';

export function changesCommand(): Command {
  return noun(
    'changes',
    'What people and programs did to your records, and how to take it back.',
    listChangesCommand(),
    showChangeCommand(),
    undoChangeCommand(),
  );
}
