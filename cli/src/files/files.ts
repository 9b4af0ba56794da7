import type { Command } from 'commander';
import { noun } from '../noun.ts';
import { addFileCommand } from './add.ts';
import { deleteFileCommand, renameFileCommand, restoreFileCommand } from './change.ts';
import { getFileCommand } from './get.ts';
import { listFilesCommand } from './list.ts';
import { moveFilesCommand } from './move.ts';

export function filesCommand(): Command {
  return noun(
    'files',
    'Files that are kept with records. Whoever reads one of the records reads the file.',
    addFileCommand(),
    listFilesCommand(),
    getFileCommand(),
    renameFileCommand(),
    deleteFileCommand(),
    restoreFileCommand(),
    moveFilesCommand(),
  );
}
