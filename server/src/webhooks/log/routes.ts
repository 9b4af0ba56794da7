import { DELIVERIES_LIST } from '@rapport/contract/lists';
import {
  WebhookDelivery,
  WebhookDeliveryWithAttempts,
  WebhookTest,
  WebhookTestCreate,
} from '@rapport/contract/webhook-deliveries';
import { type Api, envelope, IdempotencyHeaders, UuidParams } from '../../platform/http/api/api.ts';
import { dataOf, listOf, optionalBody, refusals } from '../../platform/http/api/openapi.ts';
import { answerOnce, type Once } from '../../platform/idempotency/actions.ts';
import { Slots } from '../../platform/limits/slots.ts';
import { listQuerySchema } from '../../platform/lists/list-schema.ts';
import { Problem } from '../../platform/problem.ts';
import * as actions from './actions.ts';
import { TESTS_MAX, TESTS_OF_USER_MAX } from './rules.ts';

const tags = ['Webhook deliveries'];
const list = {
  tags,
  description:
    'The latest first. Deliveries that have ended are kept for at least 30 days from when they were planned. error_kind is that of the latest attempt.',
  querystring: listQuerySchema(DELIVERIES_LIST),
  response: { 200: listOf(WebhookDelivery), ...refusals(400, 401, 404) },
};

export function webhookDeliveryRoutes(
  api: Api,
  core: Omit<actions.TestCore, 'testSlots' | 'log'> & Once,
): void {
  const testSlots = new Slots({ each_max: TESTS_OF_USER_MAX, all_max: TESTS_MAX });

  api.get(
    '/api/v2/webhook-deliveries',
    {
      schema: {
        ...list,
        operationId: 'listWebhookDeliveries',
        summary: 'List the deliveries of all your webhook subscriptions',
      },
    },
    (request) => actions.listDeliveries(core, request.caller, request.query, null),
  );

  api.get(
    '/api/v2/webhook-subscriptions/:uuid/deliveries',
    {
      schema: {
        ...list,
        operationId: 'listDeliveriesOfWebhookSubscription',
        summary: 'List the deliveries of a webhook subscription',
        params: UuidParams,
      },
    },
    (request) => actions.listDeliveries(core, request.caller, request.query, request.params.uuid),
  );

  api.get(
    '/api/v2/webhook-deliveries/:uuid',
    {
      schema: {
        tags,
        operationId: 'retrieveWebhookDelivery',
        summary: 'Retrieve a delivery with its attempts',
        params: UuidParams,
        response: { 200: dataOf(WebhookDeliveryWithAttempts), ...refusals(400, 401, 404) },
      },
    },
    async (request) => envelope(await actions.getDelivery(core, request.caller, request.params.uuid)),
  );

  api.post(
    '/api/v2/webhook-deliveries/:uuid/resend',
    {
      schema: {
        tags,
        operationId: 'resendWebhookDelivery',
        summary: 'Send a delivery again',
        description:
          'One that has ended, whatever came of it, or one that waits for its next attempt. It keeps its X-Delivery-Uuid. While the receiver fails it is ' +
          'the next attempt, and does not wait for next_probe_at. Refused (422) when it has had 1,000 attempts.',
        params: UuidParams,
        headers: IdempotencyHeaders,
        response: { 202: dataOf(WebhookDelivery), ...refusals(400, 401, 404, 409, 422) },
      },
    },
    async (request, reply) => {
      const { caller, params } = request;
      const resent = await answerOnce(core, request, (core) =>
        actions.resendDelivery(core, caller, params.uuid),
      );
      return resent instanceof Problem ? resent : reply.code(202).send({ data: resent });
    },
  );

  api.post(
    '/api/v2/webhook-subscriptions/:uuid/test',
    {
      schema: {
        tags,
        operationId: 'testWebhookSubscription',
        summary: 'Send a test event',
        description: `A sample, signed like any delivery, sent at once. The answer says what the receiver made of it. When the receiver of the subscription failed before and answers now, what waits for it is tried at once. At most ${TESTS_OF_USER_MAX} at a time.`,
        params: UuidParams,
        body: optionalBody(WebhookTestCreate),
        response: { 200: dataOf(WebhookTest), ...refusals(400, 401, 404, 422, 429) },
      },
    },
    async ({ caller, asked: { turn }, log, params, body }) =>
      envelope(await actions.testSubscription({ ...core, testSlots, turn, log }, caller, params.uuid, body)),
  );
}
