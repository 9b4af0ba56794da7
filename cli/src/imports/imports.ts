import type { Command } from 'commander';
import { noun } from '../noun.ts';
import { createImportCommand } from './create.ts';
import { deleteImportCommand } from './delete.ts';
import { listImportsCommand } from './list.ts';
import { refusedRowsCommand } from './refused.ts';
import { rowsOfImportCommand } from './rows.ts';
import { showImportCommand } from './show.ts';
import { startImportCommand, waitForImportCommand } from './start.ts';
import { stopImportCommand } from './stop.ts';
import { undoImportCommand } from './undo.ts';
import { updateImportCommand } from './update.ts';

export function importsCommand(): Command {
  return noun(
    'imports',
    'Files of another system, moved in by the service: looked at first, and taken back as a whole.',
    createImportCommand(),
    listImportsCommand(),
    showImportCommand(),
    updateImportCommand(),
    deleteImportCommand(),
    startImportCommand(),
    waitForImportCommand(),
    stopImportCommand(),
    rowsOfImportCommand(),
    refusedRowsCommand(),
    undoImportCommand(),
  );
}
