import {
  Mailbox,
  MailboxCheck,
  MailboxChecked,
  MailboxCreate,
  MailboxUpdate,
} from '@rapport/contract/mailboxes';
import { type Api, envelope, UuidParams } from '../../platform/http/api/api.ts';
import { answerCreated } from '../../platform/http/api/created.ts';
import { createdOf, dataOf, ETAG, refusals } from '../../platform/http/api/openapi.ts';
import { RateLimiter } from '../../platform/http/api/rate-limit.ts';
import { setEtag } from '../../platform/http/server/etag.ts';
import { Problem } from '../../platform/problem.ts';
import { type ResourceCore, resourceRoutes } from '../../platform/resources/resource-routes.ts';
import * as actions from './actions.ts';

const tags = ['Mailboxes'];
const path = '/api/v2/mailboxes';

/** Each try is a connection to a server that the caller names. A person mistypes a few times. */
const TRIES_MAX = 20;
const TRIES_WINDOW_S = 10 * 60;

export function mailboxRoutes(api: Api, core: actions.MailboxCore & ResourceCore): void {
  const tries = new RateLimiter(TRIES_MAX, core.clock, TRIES_WINDOW_S);
  const tooMany = (user_uuid: string): Problem | null => {
    const { allowed, headers } = tries.take(user_uuid);
    if (allowed) return null;
    const wait_s = headers['retry-after']!;
    const detail = `Mail servers were tried too often. Wait ${wait_s} s.`;
    return new Problem('rate_limited', detail, { headers: { 'retry-after': wait_s } });
  };
  resourceRoutes(api, core, {
    path,
    tags,
    name: 'Mailbox',
    words: 'mailbox',
    schema: Mailbox,
    isVersioned: true,
    list: {
      operation: 'listMailboxes',
      summary: 'List your mailboxes',
      description: 'Your own, with how far they are read.',
      refused: [403],
      act: (caller) => actions.listMailboxes(core, caller),
    },
    retrieve: {
      description: 'One of your own.',
      refused: [403],
      act: (...one) => actions.getMailbox(core, ...one),
    },
    update: {
      description:
        'How it is reached, or what others see of mail that comes from now on. The server is tried first; another server needs the password again.',
      body: MailboxUpdate,
      refused: [403, 409, 429],
      act: async (caller, ...change) =>
        tooMany(caller.user_uuid) ?? actions.updateMailbox(core, caller, ...change),
    },
    delete: {
      summary: 'Disconnect a mailbox',
      description: 'Its password is gone at once. The mail that came by it stays, and who reads it.',
      refused: [403],
      act: (caller, uuid) => actions.deleteMailbox(core, caller, uuid),
    },
  });

  // No Idempotency-Key: the server is asked before anything is written, and that takes a while.
  api.post(
    path,
    {
      schema: {
        tags,
        operationId: 'createMailbox',
        summary: 'Connect a mailbox',
        description:
          'The servers are tried first, and nothing is kept when one refuses (409 mailbox_refused, with its words). Then mail of people that the Account knows is read from it, every few minutes. Nothing is changed in it. Needs the role member.',
        body: MailboxCreate,
        response: { 201: createdOf(Mailbox, ETAG), ...refusals(400, 401, 403, 404, 409, 422, 429) },
      },
    },
    async ({ caller, body }, reply) => {
      const made = tooMany(caller.user_uuid) ?? (await actions.createMailbox(core, caller, body));
      return answerCreated(reply, core, path, setEtag(reply, made));
    },
  );
  api.post(
    `${path}/check`,
    {
      schema: {
        tags,
        operationId: 'checkMailbox',
        summary: 'Try a mailbox',
        description:
          'As connecting it would, and nothing is kept. 409 with the words of the server that refused.',
        body: MailboxCheck,
        response: { 200: dataOf(MailboxChecked), ...refusals(400, 401, 403, 409, 422, 429) },
      },
    },
    async ({ caller, body }) =>
      envelope(tooMany(caller.user_uuid) ?? (await actions.checkConnection(core, body))),
  );
  api.post(
    `${path}/:uuid/sync`,
    {
      schema: {
        tags,
        operationId: 'syncMailbox',
        summary: 'Read a mailbox now',
        description: 'It is read every few minutes anyway.',
        params: UuidParams,
        response: { 200: dataOf(Mailbox, ETAG), ...refusals(400, 401, 403, 404) },
      },
    },
    async ({ caller, params }, reply) =>
      envelope(setEtag(reply, await actions.syncMailbox(core, caller, params.uuid.toLowerCase()))),
  );
}
