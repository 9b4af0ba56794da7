import { type Command, Option } from 'commander';
import { setIdTokenAlgorithm } from '../../../server/src/oauth/applications/actions.ts';
import { ID_TOKEN_ALGORITHMS, type IdTokenAlgorithm } from '../../../server/src/oauth/openid/algorithms.ts';
import type { OutputOptions } from '../output.ts';
import { applicationVerb } from './verb.ts';

type Options = OutputOptions & { alg: IdTokenAlgorithm };

export function idTokenAlgCommand(): Command {
  return applicationVerb<Options>(
    'id-token-alg',
    'Choose the algorithm that signs the ID tokens of an application. Its library must expect the same.',
    ' --alg ES256',
    'Changed. It signs ID tokens from now on.',
    (service, cause, client_id, { alg }) => setIdTokenAlgorithm(service, cause, client_id, alg),
  ).addOption(
    new Option('--alg <algorithm>', 'RS256, which every library knows, or ES256')
      .choices(ID_TOKEN_ALGORITHMS)
      .makeOptionMandatory(),
  );
}
