import { WholeMail } from '@rapport/contract/mail';
import { HeldMail } from '@rapport/contract/mail-drop';
import { type Api, envelope, UuidParams } from '../../../platform/http/api/api.ts';
import { dataOf, ETAG, refusals } from '../../../platform/http/api/openapi.ts';
import { setEtag } from '../../../platform/http/server/etag.ts';
import { type ResourceCore, resourceRoutes } from '../../../platform/resources/resource-routes.ts';
import type { MailDropCore } from '../core.ts';
import * as actions from './actions.ts';

const tags = ['Mailboxes'];
const path = '/api/v2/held-mails';

export function heldRoutes(api: Api, core: MailDropCore & ResourceCore): void {
  resourceRoutes(api, core, {
    path,
    tags,
    name: 'HeldMail',
    words: 'held mail',
    schema: HeldMail,
    list: {
      summary: 'List the mails that wait for you',
      description: 'They came to your drop box, and nothing proves that you sent them. Newest first.',
      refused: [403],
      act: (caller) => actions.listHeld(core, caller),
    },
    retrieve: {
      description: 'Who sent it, as it says, its subject, and why it waits.',
      refused: [403],
      act: (caller, uuid) => actions.getHeld(core, caller, uuid),
    },
    delete: {
      summary: 'Discard a held mail',
      description: 'Nothing of it is kept.',
      refused: [403],
      act: (caller, uuid) => actions.deleteHeld(core, caller, uuid),
    },
  });
  api.post(
    `${path}/:uuid/keep`,
    {
      schema: {
        tags,
        operationId: 'keepHeldMail',
        summary: 'Keep a held mail',
        description:
          'As if you had sent it: it is yours, with its people, and others see that it took place. 409 when nobody of it is known any more. Needs the role member.',
        params: UuidParams,
        response: { 200: dataOf(WholeMail, ETAG), ...refusals(400, 401, 403, 404, 409) },
      },
    },
    async ({ caller, params }, reply) =>
      envelope(setEtag(reply, await actions.keepHeld(core, caller, params.uuid.toLowerCase()))),
  );
}
