import { AccountWebhook } from '@rapport/contract/connections';
import {
  WebhookSubscription,
  WebhookSubscriptionCreate,
  WebhookSubscriptionUpdate,
} from '@rapport/contract/webhook-subscriptions';
import { type Api, UuidParams } from '../../platform/http/api/api.ts';
import { refusals, wholeListOf } from '../../platform/http/api/openapi.ts';
import type { Once } from '../../platform/idempotency/actions.ts';
import { pageOfWhole, WholeListQuery } from '../../platform/lists/whole-list.ts';
import { resourceRoutes } from '../../platform/resources/resource-routes.ts';
import * as actions from './actions.ts';
import { shownTo } from './shown-to.ts';

const tags = ['Webhook subscriptions'];

export function webhookSubscriptionRoutes(api: Api, core: actions.SubscriptionCore & Once): void {
  resourceRoutes(api, core, {
    path: '/api/v2/webhook-subscriptions',
    tags,
    name: 'WebhookSubscription',
    words: 'webhook subscription',
    schema: WebhookSubscription,
    shown: shownTo,
    list: {
      summary: 'List your webhook subscriptions',
      description: 'All of them, with their signing secrets. An application sees those it created.',
      act: (caller) => actions.listSubscriptions(core, caller),
    },
    create: {
      description: 'The signing secret is made by the service and is part of the answer.',
      body: WebhookSubscriptionCreate,
      act: actions.createSubscription,
    },
    retrieve: { act: (...one) => actions.getSubscription(core, ...one) },
    update: {
      description:
        'To replace the signing secret, delete the subscription and create a new one. One that an application made cannot be enabled ' +
        '(409) while the application is disconnected.',
      body: WebhookSubscriptionUpdate,
      refused: [409],
      act: (caller, uuid, changes) => actions.updateSubscription(core, caller, uuid, changes),
    },
    delete: {
      description: 'Nothing more is sent to it.',
      act: (caller, uuid) => actions.deleteOwnSubscription(core, caller, uuid),
    },
  });

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
    async ({ caller, params, query }) =>
      pageOfWhole(await actions.listWebhooksOfAccount(core, caller, params.uuid), 'uuid', query),
  );
}
