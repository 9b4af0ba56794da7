import type { Command } from 'commander';
import { noun } from '../noun.ts';
import { createAccountCommand } from './create.ts';
import { exportAccountCommand } from './export.ts';
import { importAccountCommand } from './import.ts';
import { listAccountsCommand } from './list.ts';
import { restoreAccountCommand } from './restore.ts';

export function accountsCommand(): Command {
  return noun(
    'accounts',
    'Businesses, each with data of its own.',
    createAccountCommand(),
    listAccountsCommand(),
    restoreAccountCommand(),
    exportAccountCommand(),
    importAccountCommand(),
  );
}
