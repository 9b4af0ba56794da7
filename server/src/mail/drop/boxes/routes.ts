import { MailDropBox, MailDropBoxCreate } from '@rapport/contract/mail-drop';
import type { Api } from '../../../platform/http/api/api.ts';
import { answerCreated } from '../../../platform/http/api/created.ts';
import { createdOf, refusals } from '../../../platform/http/api/openapi.ts';
import { type ResourceCore, resourceRoutes } from '../../../platform/resources/resource-routes.ts';
import type { MailDropCore } from '../core.ts';
import * as actions from './actions.ts';

const tags = ['Mailboxes'];
const path = '/api/v2/mail-drop-boxes';

export function boxRoutes(api: Api, core: MailDropCore & ResourceCore): void {
  resourceRoutes(api, core, {
    path,
    tags,
    name: 'MailDropBox',
    words: 'mail drop box',
    schema: MailDropBox,
    list: {
      operation: 'listMailDropBoxes',
      summary: 'List your mail drop boxes',
      description:
        'Your own, one for each Account at the most. Empty where the operator has no domain for them.',
      refused: [403],
      act: (caller) => actions.listBoxes(core, caller),
    },
    retrieve: {
      description: 'One of your own, with its secret address.',
      refused: [403],
      act: (caller, uuid) => actions.getBox(core, caller, uuid),
    },
    delete: {
      summary: 'End a mail drop box',
      description: 'Its address is unknown at once. Mail that waits there is gone; what was kept stays.',
      refused: [403],
      act: (caller, uuid) => actions.endBox(core, caller, uuid),
    },
  });

  // No Idempotency-Key: repeating the answer would mean storing the address.
  api.post(
    path,
    {
      schema: {
        tags,
        operationId: 'createMailDropBox',
        summary: 'Make the address of your mail drop box',
        description:
          'An address that you had before in this Account ends at once. 409 where the operator has no domain for them. Needs the role member.',
        body: MailDropBoxCreate,
        response: { 201: createdOf(MailDropBox), ...refusals(400, 401, 403, 404, 409, 422) },
      },
    },
    async ({ caller, body }, reply) =>
      answerCreated(reply, core, path, await actions.issueBox(core, caller, body)),
  );
}
