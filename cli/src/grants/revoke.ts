import { operator } from '../../../server/src/access/caller.ts';
import { revokeGrantByOperator } from '../../../server/src/oauth/grants/actions.ts';
import type { OutputOptions } from '../output.ts';
import { parseUuid } from '../parse-uuid.ts';
import { run } from '../run.ts';
import { Verb } from '../verb.ts';

export function revokeGrantCommand(): Verb {
  return new Verb('revoke')
    .description('Disconnect an application from a User: its tokens end and its subscriptions are disabled.')
    .argument('<uuid>', 'the grant; see: rapport grants list', parseUuid)
    .examples(
      'grants revoke 01a0c5d2-6b1e-7c3a-9f42-5d1c8e0b7a64',
      'grants revoke 01a0c5d2-6b1e-7c3a-9f42-5d1c8e0b7a64 --json',
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
