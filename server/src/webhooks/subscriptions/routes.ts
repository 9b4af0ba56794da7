import { AccountWebhook } from '@rapport/contract/connections';
import { Type } from '@rapport/contract/json-schema';
import {
  WebhookSubscription,
  WebhookSubscriptionCreate,
  WebhookSubscriptionUpdate,
} from '@rapport/contract/webhook-subscriptions';
import { type Api, IdempotencyHeaders, UuidParams } from '../../platform/http/api/api.ts';
import { answerCreated } from '../../platform/http/api/created.ts';
import { createdOf, dataOf, refusals, wholeListOf } from '../../platform/http/api/openapi.ts';
import { answerOnce, type Once } from '../../platform/idempotency/actions.ts';
import { pageOfWhole, WholeListQuery } from '../../platform/lists/whole-list.ts';
import { Problem } from '../../platform/problem.ts';
import * as actions from './actions.ts';
import { shownTo } from './shown-to.ts';

const tags = ['Webhook subscriptions'];

export function webhookSubscriptionRoutes(api: Api, core: actions.SubscriptionCore & Once): void {
  api.get(
    '/api/v2/webhook-subscriptions',
    {
      schema: {
        tags,
        operationId: 'listWebhookSubscriptions',
        summary: 'List your webhook subscriptions',
        description: 'All of them, with their signing secrets. An application sees those it created.',
        querystring: WholeListQuery,
        response: { 200: wholeListOf(WebhookSubscription), ...refusals(400, 401) },
      },
    },
    async ({ caller, query }, reply) => {
      const all = await actions.listSubscriptions(core, caller);
      const shown = all.map((subscription) => shownTo(caller, reply, subscription));
      return pageOfWhole(shown, 'uuid', query);
    },
  );

  api.get(
    '/api/v2/accounts/:uuid/webhook-subscriptions',
    {
      schema: {
        tags,
        operationId: 'listWebhooksOfAccount',
        summary: 'List the webhooks that are told of an Account',
        description:
          'Those of members, without paths and secrets; of a member who was added without being asked, none. Needs the role admin.',
        params: UuidParams,
        querystring: WholeListQuery,
        response: { 200: wholeListOf(AccountWebhook), ...refusals(400, 401, 403, 404) },
      },
    },
    async ({ caller, params, query }) => {
      const webhooks = await actions.listWebhooksOfAccount(core, caller, params.uuid);
      return webhooks instanceof Problem ? webhooks : pageOfWhole(webhooks, 'uuid', query);
    },
  );

  api.post(
    '/api/v2/webhook-subscriptions',
    {
      schema: {
        tags,
        operationId: 'createWebhookSubscription',
        summary: 'Create a webhook subscription',
        description: 'The signing secret is made by the service and is part of the answer.',
        body: WebhookSubscriptionCreate,
        headers: IdempotencyHeaders,
        response: { 201: createdOf(WebhookSubscription), ...refusals(400, 401, 409, 422) },
      },
    },
    async (request, reply) => {
      const { caller, body } = request;
      const created = await answerOnce(core, request, (core) =>
        actions.createSubscription(core, caller, body),
      );
      if (created instanceof Problem) return created;
      return answerCreated(reply, core, '/api/v2/webhook-subscriptions', shownTo(caller, reply, created));
    },
  );

  api.get(
    '/api/v2/webhook-subscriptions/:uuid',
    {
      schema: {
        tags,
        operationId: 'retrieveWebhookSubscription',
        summary: 'Retrieve a webhook subscription',
        params: UuidParams,
        response: { 200: dataOf(WebhookSubscription), ...refusals(400, 401, 404) },
      },
    },
    async ({ caller, params }, reply) => {
      const found = await actions.getSubscription(core, caller, params.uuid);
      return found instanceof Problem ? found : { data: shownTo(caller, reply, found) };
    },
  );

  api.patch(
    '/api/v2/webhook-subscriptions/:uuid',
    {
      schema: {
        tags,
        operationId: 'updateWebhookSubscription',
        summary: 'Update a webhook subscription',
        description:
          'To replace the signing secret, delete the subscription and create a new one. One that an application made cannot be enabled ' +
          '(409) while the application is disconnected.',
        params: UuidParams,
        body: WebhookSubscriptionUpdate,
        response: { 200: dataOf(WebhookSubscription), ...refusals(400, 401, 404, 409, 422) },
      },
    },
    async ({ caller, params, body }, reply) => {
      const updated = await actions.updateSubscription(core, caller, params.uuid, body);
      return updated instanceof Problem ? updated : { data: shownTo(caller, reply, updated) };
    },
  );

  api.delete(
    '/api/v2/webhook-subscriptions/:uuid',
    {
      schema: {
        tags,
        operationId: 'deleteWebhookSubscription',
        summary: 'Delete a webhook subscription',
        description: 'Nothing more is sent to it.',
        params: UuidParams,
        response: { 204: Type.Null(), ...refusals(400, 401, 404) },
      },
    },
    async (request, reply) => {
      const refusal = await actions.deleteOwnSubscription(core, request.caller, request.params.uuid);
      return refusal ?? reply.code(204).send();
    },
  );
}
