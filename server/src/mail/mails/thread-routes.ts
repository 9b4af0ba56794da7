import { Type } from '@rapport/contract/json-schema';
import { MailThread } from '@rapport/contract/mail-threads';
import type { Api } from '../../platform/http/api/api.ts';
import { pagesOf, refusals } from '../../platform/http/api/openapi.ts';
import { LIMIT_DEFAULT } from '../../platform/lists/list-query.ts';
import { newestFirstQuery } from '../../platform/lists/list-schema.ts';
import { listThreads, type MailsCore } from './actions.ts';

export function threadRoutes(api: Api, core: MailsCore): void {
  api.get(
    '/api/v2/mail-threads',
    {
      schema: {
        tags: ['Mails'],
        operationId: 'listMailThreads',
        summary: 'List conversations by mail',
        description:
          'Those of a record, that with the newest mail first. Each is told by its newest mail that you may know of; GET /mails with thread_uuid has the others.',
        querystring: Type.Object(
          {
            ...newestFirstQuery('Conversations').properties,
            record_uuid: Type.String({
              format: 'uuid',
              description: 'A Contact, a Client with its Contacts, or a Deal.',
            }),
          },
          { additionalProperties: false },
        ),
        response: { 200: pagesOf(MailThread), ...refusals(400, 401, 403, 404) },
      },
    },
    ({ caller, query: { limit = LIMIT_DEFAULT, record_uuid, cursor } }) =>
      listThreads(core, caller, {
        limit,
        record_uuid: record_uuid.toLowerCase(),
        ...(cursor !== undefined && { cursor }),
      }),
  );
}
