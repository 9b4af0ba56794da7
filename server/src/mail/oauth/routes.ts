import { Mailbox, MailboxAuthorize, MailboxAuthorized, MailboxSignIn } from '@rapport/contract/mailboxes';
import { type Api, envelope, UuidParams } from '../../platform/http/api/api.ts';
import { dataOf, ETAG, refusals } from '../../platform/http/api/openapi.ts';
import { setEtag } from '../../platform/http/server/etag.ts';
import type { MailboxCore } from '../mailboxes/actions.ts';
import * as actions from './actions.ts';

const tags = ['Mailboxes'];
const path = '/api/v2/mailboxes';

export function oauthRoutes(api: Api, core: MailboxCore): void {
  api.post(
    `${path}/authorize`,
    {
      schema: {
        tags,
        operationId: 'authorizeMailbox',
        summary: 'Sign in to connect a mailbox',
        description:
          'Answers the address at which its User signs in at the provider. From there the browser comes back to the pages, which end it. Needs the role member.',
        body: MailboxAuthorize,
        response: { 200: dataOf(MailboxSignIn), ...refusals(400, 401, 403, 404, 409, 422) },
      },
    },
    async ({ caller, body }) => envelope(await actions.authorize(core, caller, body)),
  );
  api.post(
    `${path}/:uuid/authorize`,
    {
      schema: {
        tags,
        operationId: 'authorizeMailboxAgain',
        summary: 'Sign in to a mailbox again',
        description: 'For one whose provider lets Rapport in no more. Needs the role member.',
        params: UuidParams,
        response: { 200: dataOf(MailboxSignIn), ...refusals(400, 401, 403, 404, 409) },
      },
    },
    async ({ caller, params }) =>
      envelope(await actions.authorizeAgain(core, caller, params.uuid.toLowerCase())),
  );
  api.post(
    `${path}/authorized`,
    {
      schema: {
        tags,
        operationId: 'endMailboxSignIn',
        summary: 'End signing in to a mailbox',
        description:
          'With what the provider has added to the address of the page. The mail server is tried first, and nothing is kept when it refuses (409). Only the User who began it can end it, within ten minutes.',
        body: MailboxAuthorized,
        response: { 200: dataOf(Mailbox, ETAG), ...refusals(400, 401, 403, 404, 409, 422) },
      },
    },
    async ({ caller, body }, reply) => envelope(setEtag(reply, await actions.authorized(core, caller, body))),
  );
}
