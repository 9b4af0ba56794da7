import { type Cause, operator } from '../../../server/src/access/caller.ts';
import type { Application } from '../../../server/src/oauth/applications/actions.ts';
import type { Problem } from '../../../server/src/platform/problem.ts';
import type { Service } from '../../../server/src/start/open-service.ts';
import type { OutputOptions } from '../output.ts';
import { run } from '../run.ts';
import { Verb } from '../verb.ts';
import { columns } from '../words.ts';

type Work<Options> = (
  service: Service,
  cause: Cause,
  client_id: string,
  options: Options,
) => Promise<Application | Problem>;

/** A client_id for examples. */
export const SAMPLE_CLIENT_ID = '01a0c5d2-6b1e-7c3a-9f42-5d1c8e0b7a64';

/**
 * Returns a verb that takes a client_id, acts on that application and prints it. `done` is the
 * sentence above the application; `sample` follows the client_id in the examples.
 */
export function applicationVerb<Options extends OutputOptions>(
  name: string,
  description: string,
  sample: string,
  done: string | null,
  work: Work<Options>,
): Verb {
  const example = `oauth-clients ${name} ${SAMPLE_CLIENT_ID}${sample}`;
  return new Verb(name)
    .description(description)
    .argument('<client_id>', 'the application; see: rapport oauth-clients list')
    .examples(example, `${example} --json`)
    .action((client_id: string, options: Options) =>
      run(
        options,
        (service) => work(service, operator(`oauth-clients ${name}`), client_id, options),
        (application) => (done === null ? tell(application) : `${done}\n\n${tell(application)}`),
      ),
    );
}

function tell(application: Application): string {
  return columns([
    ['client_id', application.client_id],
    ['name', application.name],
    ['company', application.company],
    ['e-mail', application.email],
    ...application.redirect_urls.map((url) => ['redirect URL', url]),
    ...application.allowed_origins.map((origin) => ['allowed origin', origin]),
    ...application.secrets.map((secret) => ['secret', `…${secret.last_four}, since ${secret.created_at}`]),
    ['PKCE', application.require_pkce ? 'required' : 'optional'],
    ['ID tokens', application.id_token_signed_response_alg],
    ['state', application.disabled_at === null ? 'enabled' : `disabled since ${application.disabled_at}`],
  ]);
}
