import { Command } from 'commander';
import { type Cause, operator } from '../../../server/src/access/caller.ts';
import type { Application } from '../../../server/src/oauth/applications/actions.ts';
import type { Problem } from '../../../server/src/platform/problem.ts';
import type { Service } from '../../../server/src/start/open-service.ts';
import { jsonOption, type OutputOptions } from '../output.ts';
import { run } from '../run.ts';
import { tellApplication } from './tell.ts';

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
  verb: string,
  description: string,
  sample: string,
  done: string | null,
  work: Work<Options>,
): Command {
  const example = `npx rapport oauth-clients ${verb} ${SAMPLE_CLIENT_ID}${sample}`;
  return new Command(verb)
    .description(description)
    .argument('<client_id>', 'the application; see: rapport oauth-clients list')
    .addOption(jsonOption())
    .addHelpText('after', `\nExamples:\n  ${example}\n  ${example} --json`)
    .action((client_id: string, options: Options) =>
      run(
        options,
        (service) => work(service, operator(`oauth-clients ${verb}`), client_id, options),
        (application) =>
          done === null ? tellApplication(application) : `${done}\n\n${tellApplication(application)}`,
      ),
    );
}
