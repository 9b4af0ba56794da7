import type { Application } from '../../../server/src/oauth/applications/actions.ts';
import { listApplications } from '../../../server/src/oauth/applications/look-ups.ts';
import type { OutputOptions } from '../output.ts';
import { run } from '../run.ts';
import { Verb } from '../verb.ts';
import { columns } from '../words.ts';

export function listApplicationsCommand(): Verb {
  return new Verb('list')
    .description('List the registered applications.')
    .examples('oauth-clients list', 'oauth-clients list --json')
    .action((options: OutputOptions) =>
      run(options, async ({ db }) => ({ data: await listApplications(db), next_cursor: null }), tell),
    );
}

function tell({ data }: { data: Application[] }): string {
  if (data.length === 0)
    return 'No application is registered. Register one with: npx rapport oauth-clients create';
  return columns([
    ['client_id', 'name', 'company', 'state'],
    ...data.map((application) => [
      application.client_id,
      application.name,
      application.company,
      application.disabled_at === null ? 'enabled' : 'disabled',
    ]),
  ]);
}
