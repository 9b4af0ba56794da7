import { WebhookDelivery } from '@rapport/contract/webhook-deliveries';
import {
  WebhookRelayAttempt,
  WebhookRelayCreate,
  WebhookRelayDelivery,
} from '@rapport/contract/webhook-relays';
import { WebhookSubscription } from '@rapport/contract/webhook-subscriptions';
import { answerWaiting, waitsOf } from '../../access/waiting.ts';
import type { Core } from '../../platform/core.ts';
import { type Api, envelope, IdempotencyHeaders, UuidParams } from '../../platform/http/api/api.ts';
import { answerCreated } from '../../platform/http/api/created.ts';
import { createdOf, dataOf, onePageOf, refusals } from '../../platform/http/api/openapi.ts';
import { WaitHeaders } from '../../platform/http/server/waiting.ts';
import { answerOnce, type Once } from '../../platform/idempotency/actions.ts';
import { Problem } from '../../platform/problem.ts';
import { shownTo } from '../subscriptions/shown-to.ts';
import * as actions from './actions.ts';

const tags = ['Webhook relays'];

export function webhookRelayRoutes(api: Api, core: Core & Once): void {
  const waits = waitsOf(api);

  api.post(
    '/api/v2/webhook-relays',
    {
      schema: {
        tags,
        operationId: 'createWebhookRelay',
        summary: 'Create a temporary webhook subscription',
        description:
          'For a receiver that the service cannot reach: its owner fetches the deliveries, makes them and reports what came of each, as ' +
          '`rapport listen` does. It is a webhook subscription like any other, but is deleted two minutes after its owner last asked.',
        body: WebhookRelayCreate,
        headers: IdempotencyHeaders,
        response: { 201: createdOf(WebhookSubscription), ...refusals(400, 401, 409, 422) },
      },
    },
    async (request, reply) => {
      const { caller, body } = request;
      const created = await answerOnce(core, request, (core) => actions.createRelay(core, caller, body));
      if (created instanceof Problem) return created;
      return answerCreated(reply, core, '/api/v2/webhook-subscriptions', shownTo(caller, reply, created));
    },
  );

  api.get(
    '/api/v2/webhook-relays/:uuid/deliveries',
    {
      schema: {
        tags,
        operationId: 'listDeliveriesOfWebhookRelay',
        summary: 'Fetch the deliveries of a temporary webhook subscription',
        description:
          'The next few, signed and ready to be sent. Each comes again until its attempt is reported: take it as at least once.',
        params: UuidParams,
        headers: WaitHeaders,
        response: {
          200: onePageOf(WebhookRelayDelivery),
          ...refusals(400, 401, 404),
        },
      },
    },
    async (request, reply) => {
      const waiting = await answerWaiting(request, reply, waits, (caller, wait_s, signal) =>
        actions.listRelayed(core, caller, request.params.uuid, wait_s, signal),
      );
      return waiting instanceof Problem ? waiting : { data: waiting, next_cursor: null };
    },
  );

  api.post(
    '/api/v2/webhook-deliveries/:uuid/attempts',
    {
      schema: {
        tags,
        operationId: 'reportAttemptOfWebhookDelivery',
        summary: 'Report what came of a delivery',
        description:
          'Of a temporary webhook subscription. It is in the log from then on, and is not tried again unless it is sent again.',
        params: UuidParams,
        body: WebhookRelayAttempt,
        headers: IdempotencyHeaders,
        response: { 200: dataOf(WebhookDelivery), ...refusals(400, 401, 404, 409, 422) },
      },
    },
    async (request) => {
      const { caller, params, body } = request;
      return envelope(
        await answerOnce(core, request, (core) => actions.reportAttempt(core, caller, params.uuid, body)),
      );
    },
  );
}
