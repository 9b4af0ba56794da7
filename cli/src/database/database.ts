import type { Command } from 'commander';
import { noun } from '../noun.ts';
import { openDatabaseCommand } from './open.ts';

export function databaseCommand(): Command {
  return noun('database', 'The embedded database, for other programs.', openDatabaseCommand());
}
