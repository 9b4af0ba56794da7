import { Type } from '@rapport/contract/json-schema';
import { MailCreate, OutgoingMail, OutgoingMailResolve } from '@rapport/contract/outgoing-mails';
import { type Api, envelope, IdempotencyHeaders, UuidParams } from '../../platform/http/api/api.ts';
import { answerCreated } from '../../platform/http/api/created.ts';
import { createdOf, dataOf, refusals } from '../../platform/http/api/openapi.ts';
import { RateLimiter } from '../../platform/http/api/rate-limit.ts';
import { answerOnce } from '../../platform/idempotency/actions.ts';
import { WholeListQuery } from '../../platform/lists/whole-list.ts';
import { Problem } from '../../platform/problem.ts';
import { type ResourceCore, resourceRoutes } from '../../platform/resources/resource-routes.ts';
import * as actions from './actions.ts';
import { scanAttachments } from './files.ts';

const tags = ['Mails'];
const path = '/api/v2/outgoing-mails';

/** More than a person writes, and less than a mailing: whoever has a token must not send one. */
const SENDS_MAX = 60;
const SENDS_WINDOW_S = 10 * 60;

export function sendingRoutes(api: Api, core: actions.SendingCore & ResourceCore): void {
  const sends = new RateLimiter(SENDS_MAX, core.clock, SENDS_WINDOW_S);
  api.post(
    '/api/v2/mails',
    {
      schema: {
        tags,
        operationId: 'sendMail',
        summary: 'Send a mail',
        description:
          'From a mailbox of your own, ten seconds from now: until then POST /outgoing-mails/{uuid}/cancel takes it back. It is sent at most once. Without an answer of the server its state is uncertain, and you decide. Nothing in it tells who opens it. Needs the role member.',
        body: MailCreate,
        headers: IdempotencyHeaders,
        response: { 201: createdOf(OutgoingMail, {}), ...refusals(400, 401, 403, 404, 409, 422, 429) },
      },
    },
    async (request, reply) => {
      const { caller, body } = request;
      const { allowed, headers } = sends.take(caller.user_uuid);
      if (!allowed) return tooMany(headers['retry-after']!);
      const scan = await scanAttachments(core, caller, body);
      const made = await answerOnce(core, request, (own) =>
        actions.sendMail({ ...core, ...own }, caller, body, scan),
      );
      return answerCreated(reply, core, path, made);
    },
  );

  resourceRoutes(api, core, {
    path,
    tags,
    name: 'OutgoingMail',
    words: 'mail on its way out',
    schema: OutgoingMail,
    list: {
      summary: 'List mails on their way out',
      description: 'Your own, with what became of them, for 30 days. Newest first.',
      refused: [403],
      querystring: Type.Object(
        {
          ...WholeListQuery.properties,
          record_uuid: Type.Optional(
            Type.String({ format: 'uuid', description: 'Those written from this record.' }),
          ),
        },
        { additionalProperties: false },
      ),
      act: (caller, { record_uuid }) =>
        actions.listOutgoing(core, caller, record_uuid?.toLowerCase() ?? null),
    },
    retrieve: {
      description: 'One of your own.',
      refused: [403],
      act: (...one) => actions.getOutgoing(core, ...one),
    },
    delete: {
      summary: 'Remove a mail that is on its way no more',
      description: 'What was sent stays with its record. 409 while it may still be sent.',
      refused: [403, 409],
      act: (caller, uuid) => actions.deleteOutgoing(core, caller, uuid),
    },
  });

  api.post(
    `${path}/:uuid/cancel`,
    {
      schema: {
        tags,
        operationId: 'cancelOutgoingMail',
        summary: 'Take a mail back',
        description: 'While its state is waiting. 409 afterwards.',
        params: UuidParams,
        response: { 200: dataOf(OutgoingMail), ...refusals(400, 401, 403, 404, 409) },
      },
    },
    async ({ caller, params }) =>
      envelope(await actions.cancelOutgoing(core, caller, params.uuid.toLowerCase())),
  );
  api.post(
    `${path}/:uuid/resolve`,
    {
      schema: {
        tags,
        operationId: 'resolveOutgoingMail',
        summary: 'Decide about a mail',
        description: 'Whether one that is uncertain was sent, or is sent again; or that one which failed is.',
        params: UuidParams,
        body: OutgoingMailResolve,
        response: { 200: dataOf(OutgoingMail), ...refusals(400, 401, 403, 404, 409, 422) },
      },
    },
    async ({ caller, params, body }) =>
      envelope(await actions.resolveOutgoing(core, caller, params.uuid.toLowerCase(), body)),
  );
}

function tooMany(wait_s: string): Problem {
  const detail = `${SENDS_MAX} mails were sent within ten minutes, the most there may be. Wait ${wait_s} s.`;
  return new Problem('rate_limited', detail, { headers: { 'retry-after': wait_s } });
}
