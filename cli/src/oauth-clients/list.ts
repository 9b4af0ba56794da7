import { Command } from 'commander';
import { listClients, type OAuthClient } from '../../../server/src/oauth/clients/actions.ts';
import { jsonOption, type OutputOptions } from '../output.ts';
import { run } from '../run.ts';
import { columns } from '../words.ts';

export function listOAuthClientsCommand(): Command {
  return new Command('list')
    .description('List the registered applications.')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      '\nExamples:\n  npx rapport oauth-clients list\n  npx rapport oauth-clients list --json',
    )
    .action((options: OutputOptions) =>
      run(options, async (service) => ({ data: await listClients(service), next_cursor: null }), tell),
    );
}

function tell({ data }: { data: OAuthClient[] }): string {
  if (data.length === 0)
    return 'No application is registered. Register one with: npx rapport oauth-clients create';
  return columns([
    ['client_id', 'name', 'company', 'state'],
    ...data.map((client) => [
      client.client_id,
      client.name,
      client.company,
      client.disabled_at === null ? 'enabled' : 'disabled',
    ]),
  ]);
}
