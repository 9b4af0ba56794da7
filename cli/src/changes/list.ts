import type { Command } from 'commander';
import { accountListCommand } from '../account-list.ts';
import { whatOf } from './words.ts';

export function listChangesCommand(): Command {
  return accountListCommand({
    noun: 'changes',
    only: 'only those in this Account',
    none: 'Nothing was changed yet.',
    head: ['UUID', 'WHEN', 'HOW', 'BY', 'WHAT', ''],
    read: ({ rapport }, query) => rapport.changes.list(query),
    rowOf: (change) => [
      change.uuid,
      change.created_at,
      change.source,
      change.actor.name,
      whatOf(change),
      change.undone_by === null ? '' : 'taken back',
    ],
  });
}
