import type { PersonalAccessToken } from '@rapport/contract/personal-access-tokens';
import { operator } from '../../../server/src/access/caller.ts';
import { revokeTokenByOperator } from '../../../server/src/tokens/personal/actions.ts';
import type { OutputOptions } from '../output.ts';
import { parseUuid } from '../parse-uuid.ts';
import { run } from '../run.ts';
import { Verb } from '../verb.ts';

export function revokeTokenCommand(): Verb {
  return new Verb('revoke')
    .description('Revoke a personal access token of any User at once.')
    .argument(
      '<uuid>',
      'the token; see: rapport tokens list, or credential_uuid of a request in the log',
      parseUuid,
    )
    .notes('What an application holds ends with its grant: rapport grants revoke.')
    .examples(
      'tokens revoke 01a0c5d2-6b1e-7c3a-9f42-5d1c8e0b7a64',
      'tokens revoke 01a0c5d2-6b1e-7c3a-9f42-5d1c8e0b7a64 --json',
    )
    .action((uuid: string, options: OutputOptions) =>
      run(options, (service) => revokeTokenByOperator(service, operator('tokens revoke'), uuid), tell),
    );
}

function tell({ name, last_four }: PersonalAccessToken): string {
  return `Revoked: "${name}" (…${last_four}) is refused from the next request on.
Webhooks that were made with it belong to the User and go on, unless they disable them under Webhooks.`;
}
