import { operator } from '../../../server/src/access/caller.ts';
import { rotateSecret } from '../../../server/src/oauth/applications/actions.ts';
import type { OutputOptions } from '../output.ts';
import { run } from '../run.ts';
import { Verb } from '../verb.ts';
import { SAMPLE_CLIENT_ID } from './application-verb.ts';
import { tellSecret } from './create.ts';

type Options = OutputOptions & { only?: boolean };

export function rotateSecretCommand(): Verb {
  return new Verb('rotate-secret')
    .description('Give an application a new secret. The old one works until the next rotation.')
    .argument('<client_id>', 'the application; see: rapport oauth-clients list')
    .option('--only', 'end all other secrets at once, because one has leaked')
    .examples(
      `oauth-clients rotate-secret ${SAMPLE_CLIENT_ID}`,
      `oauth-clients rotate-secret ${SAMPLE_CLIENT_ID} --only --json`,
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
