import { Command } from 'commander';
import { operator } from '../../../server/src/access/caller.ts';
import { rotateSecret } from '../../../server/src/oauth/applications/actions.ts';
import { jsonOption, type OutputOptions } from '../output.ts';
import { run } from '../run.ts';
import { tellSecret } from './create.ts';
import { SAMPLE_CLIENT_ID } from './verb.ts';

type Options = OutputOptions & { only?: boolean };

export function rotateSecretCommand(): Command {
  return new Command('rotate-secret')
    .description('Give an application a new secret. The old one works until the next rotation.')
    .argument('<client_id>', 'the application; see: rapport oauth-clients list')
    .option('--only', 'end all other secrets at once, because one has leaked')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
Examples:
  npx rapport oauth-clients rotate-secret ${SAMPLE_CLIENT_ID}
  npx rapport oauth-clients rotate-secret ${SAMPLE_CLIENT_ID} --only --json`,
    )
    .action((client_id: string, options: Options) =>
      run(
        options,
        (service) =>
          rotateSecret(service, operator('oauth-clients rotate-secret'), client_id, {
            only: options.only ?? false,
          }),
        tellSecret,
      ),
    );
}
