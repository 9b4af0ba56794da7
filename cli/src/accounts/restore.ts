import type { Account } from '@rapport/contract/accounts';
import { Command } from 'commander';
import { operator } from '../../../server/src/access/caller.ts';
import { restoreAccount } from '../../../server/src/accounts/actions.ts';
import { jsonOption, type OutputOptions } from '../output.ts';
import { parseUuid } from '../parse-uuid.ts';
import { run } from '../run.ts';

export function restoreAccountCommand(): Command {
  return new Command('restore')
    .description('Restore a deleted Account with all its records, within 30 days of its deletion.')
    .argument('<uuid>', 'as "rapport accounts list --deleted" shows it', parseUuid)
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
Examples:
  npx rapport accounts restore 01a0c5d2-6b1e-7c3a-9f42-5d1c8e0b7a64
  npx rapport accounts restore 01a0c5d2-6b1e-7c3a-9f42-5d1c8e0b7a64 --json`,
    )
    .action((uuid: string, options: OutputOptions) =>
      run(options, (service) => restoreAccount(service, operator('accounts restore'), uuid), tell),
    );
}

function tell({ name }: Account): string {
  return `${name} is restored, with its Clients, events and members.`;
}
