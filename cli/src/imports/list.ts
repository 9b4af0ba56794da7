import type { Command } from 'commander';
import { accountListCommand } from '../account-list.ts';
import { sayCounts } from './words.ts';

export function listImportsCommand(): Command {
  return accountListCommand({
    noun: 'imports',
    only: 'only those into this Account',
    none: 'Nothing was imported yet.',
    head: ['UUID', 'SENT', 'STATE', 'ROWS', 'OUTCOME', 'FILES'],
    read: ({ rapport }, query) => rapport.imports.list(query),
    rowOf: (one) => [
      one.uuid,
      one.created_at,
      one.is_undone ? `${one.state}, taken back` : one.state,
      String(one.progress.total),
      one.state === 'draft' ? '' : sayCounts(one),
      one.files.map(({ name }) => name).join(', '),
    ],
  });
}
