import type { Account } from '@rapport/contract/accounts';
import { operator } from '../../../server/src/access/caller.ts';
import { restoreAccount } from '../../../server/src/accounts/actions.ts';
import type { OutputOptions } from '../output.ts';
import { parseUuid } from '../parse-uuid.ts';
import { run } from '../run.ts';
import { Verb } from '../verb.ts';

export function restoreAccountCommand(): Verb {
  return new Verb('restore')
    .description('Restore a deleted Account with all its records, within 30 days of its deletion.')
    .argument('<uuid>', 'as "rapport accounts list --deleted" shows it', parseUuid)
    .examples(
      'accounts restore 01a0c5d2-6b1e-7c3a-9f42-5d1c8e0b7a64',
      'accounts restore 01a0c5d2-6b1e-7c3a-9f42-5d1c8e0b7a64 --json',
    )
    .action((uuid: string, options: OutputOptions) =>
      run(options, (service) => restoreAccount(service, operator('accounts restore'), uuid), tell),
    );
}

function tell({ name }: Account): string {
  return `${name} is restored, with its Clients, events and members.`;
}
