import { Type } from '@rapport/contract/json-schema';
import { Mail, MailUpdate, WholeMail } from '@rapport/contract/mail';
import type { Api } from '../../platform/http/api/api.ts';
import { pagesOf, refusals } from '../../platform/http/api/openapi.ts';
import { LIMIT_DEFAULT } from '../../platform/lists/list-query.ts';
import { newestFirstQuery } from '../../platform/lists/list-schema.ts';
import { type ResourceCore, resourceRoutes } from '../../platform/resources/resource-routes.ts';
import * as actions from './actions.ts';

const tags = ['Mails'];
const path = '/api/v2/mails';

const OF = 'Whoever has a copy reads all of it; others who see a record of its people, what it shows.';

export function mailRoutes(api: Api, core: actions.MailsCore & ResourceCore): void {
  api.get(
    path,
    {
      schema: {
        tags,
        operationId: 'listMails',
        summary: 'List mails',
        description: `Of a record or a conversation; without either, your own. Newest first. ${OF}`,
        querystring: Type.Object(
          {
            ...newestFirstQuery('Mails').properties,
            record_uuid: Type.Optional(
              Type.String({
                format: 'uuid',
                description: 'A Contact, a Client with its Contacts, or a Deal.',
              }),
            ),
            thread_uuid: Type.Optional(Type.String({ format: 'uuid', description: 'A conversation.' })),
          },
          { additionalProperties: false },
        ),
        response: { 200: pagesOf(Mail), ...refusals(400, 401, 403, 404) },
      },
    },
    ({ caller, query: { limit = LIMIT_DEFAULT, record_uuid, thread_uuid, cursor } }) =>
      actions.listMails(core, caller, {
        limit,
        ...(cursor !== undefined && { cursor }),
        ...(record_uuid !== undefined && { record_uuid: record_uuid.toLowerCase() }),
        ...(thread_uuid !== undefined && { thread_uuid: thread_uuid.toLowerCase() }),
      }),
  );

  resourceRoutes(api, core, {
    path,
    tags,
    name: 'Mail',
    words: 'mail',
    schema: WholeMail,
    isVersioned: true,
    retrieve: {
      description: `With its text, as far as you may read it. ${OF}`,
      refused: [403],
      act: (...one) => actions.getMail(core, ...one),
    },
    update: {
      summary: 'Change what others see of a mail',
      description: 'Only of your own.',
      body: MailUpdate,
      refused: [403],
      act: (...change) => actions.updateMail(core, ...change),
    },
    delete: {
      summary: 'Forget a mail',
      description: 'Only of your own. It stays in the mailbox, and never comes here again.',
      refused: [403],
      act: (...one) => actions.forgetMail(core, ...one),
    },
  });
}
