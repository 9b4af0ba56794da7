import type { Command } from 'commander';
import { noun } from '../noun.ts';
import { listGrantsCommand } from './list.ts';
import { revokeGrantCommand } from './revoke.ts';

export function grantsCommand(): Command {
  return noun(
    'grants',
    'Which applications are connected to whom.',
    listGrantsCommand(),
    revokeGrantCommand(),
  );
}
