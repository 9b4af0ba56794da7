import type { Command } from 'commander';
import { noun } from '../noun.ts';
import { listGrantsCommand } from './list.ts';
import { revokeGrantCommand } from './revoke.ts';

export function grantsCommand(): Command {
  return noun(
    'grants',
    'The applications that Users have let in.',
    listGrantsCommand(),
    revokeGrantCommand(),
  );
}
