import { Type } from '@rapport/contract/json-schema';
import { BOUNCES_ASKED_MAX, MailBounce } from '@rapport/contract/mail';
import type { Api } from '../../platform/http/api/api.ts';
import { pagesOf, refusals } from '../../platform/http/api/openapi.ts';
import { pageOfWhole, WholeListQuery } from '../../platform/lists/whole-list.ts';
import { fieldsInvalid } from '../../platform/problem.ts';
import type { MailsCore } from '../mails/actions.ts';
import { listBounces } from './actions.ts';

export function bounceRoutes(api: Api, core: MailsCore): void {
  api.get(
    '/api/v2/mail-bounces',
    {
      schema: {
        tags: ['Mails'],
        operationId: 'listMailBounces',
        summary: 'List addresses at which mail does not arrive',
        description:
          'Of those you ask for, the ones to which a mail of which you may know did not go, for good. An address from which somebody has written since is left out.',
        querystring: Type.Object(
          {
            ...WholeListQuery.properties,
            addresses: Type.String({
              minLength: 3,
              maxLength: 30_000,
              description: `The addresses, with commas between them: ${BOUNCES_ASKED_MAX} at the most.`,
              examples: ['grace@navy.example,ada@example.com'],
            }),
            account_uuid: Type.Optional(
              Type.String({ format: 'uuid', description: 'Only in this Account. Default: all of yours.' }),
            ),
          },
          { additionalProperties: false },
        ),
        response: { 200: pagesOf(MailBounce), ...refusals(400, 401, 403, 404, 422) },
      },
    },
    async ({ caller, query }) => {
      const addresses = [...new Set(query.addresses.split(',').map((one) => one.trim()))].filter(Boolean);
      if (addresses.length > BOUNCES_ASKED_MAX) return tooMany(addresses.length);
      const account_uuid = query.account_uuid?.toLowerCase() ?? null;
      return pageOfWhole(await listBounces(core, caller, { account_uuid, addresses }), 'mail_uuid', query);
    },
  );
}

function tooMany(count: number) {
  const detail = `/addresses has ${count} addresses, and at most ${BOUNCES_ASKED_MAX} are asked for at once.`;
  return fieldsInvalid({ pointer: '/addresses', code: 'too_many_items', detail });
}
