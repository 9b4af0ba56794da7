import type { Command } from 'commander';
import { noun } from '../noun.ts';
import { addLoginCommand } from './add.ts';
import { changeRoleCommand } from './change-role.ts';
import { listLoginsCommand } from './list.ts';
import { removeLoginCommand } from './remove.ts';

export function loginsCommand(): Command {
  return noun(
    'logins',
    'The Logins of Users to Accounts.',
    addLoginCommand(),
    listLoginsCommand(),
    changeRoleCommand(),
    removeLoginCommand(),
  );
}
