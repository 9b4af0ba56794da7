import { Command } from 'commander';
import { operator } from '../../../server/src/access/caller.ts';
import { revokeGrantByOperator } from '../../../server/src/oauth/grants/actions.ts';
import { jsonOption, type OutputOptions } from '../output.ts';
import { parseUuid } from '../parse-uuid.ts';
import { run } from '../run.ts';

export function revokeGrantCommand(): Command {
  return new Command('revoke')
    .description('Disconnect an application from a User: its tokens end and its subscriptions are disabled.')
    .argument('<uuid>', 'the grant; see: rapport grants list', parseUuid)
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
Examples:
  npx rapport grants revoke 01a0c5d2-6b1e-7c3a-9f42-5d1c8e0b7a64
  npx rapport grants revoke 01a0c5d2-6b1e-7c3a-9f42-5d1c8e0b7a64 --json`,
    )
    .action((uuid: string, options: OutputOptions) =>
      run(
        options,
        async (service) =>
          (await revokeGrantByOperator(service, operator('grants revoke'), uuid)) ?? { uuid, revoked: true },
        () => 'Revoked. Its tokens are refused from the next request on.',
      ),
    );
}
