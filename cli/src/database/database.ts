import type { Command } from 'commander';
import { noun } from '../noun.ts';
import { makeLiveCommand } from './make-live.ts';
import { openDatabaseCommand } from './open.ts';

export function databaseCommand(): Command {
  return noun(
    'database',
    'The database: the embedded one for other programs, and whether it is a copy.',
    openDatabaseCommand(),
    makeLiveCommand(),
  );
}
