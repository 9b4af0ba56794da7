import type { Command } from 'commander';
import { setRequirePkce } from '../../../server/src/oauth/applications/actions.ts';
import type { OutputOptions } from '../output.ts';
import { applicationVerb } from './verb.ts';

type Options = OutputOptions & { off?: boolean };

export function requirePkceCommand(): Command {
  return applicationVerb<Options>(
    'require-pkce',
    'Refuse authorization requests of an application that do not use PKCE (S256).',
    '',
    'Changed. This applies to authorization requests from now on.',
    (service, cause, client_id, { off }) => setRequirePkce(service, cause, client_id, !off),
  ).option('--off', 'make PKCE optional again');
}
