import { WebhookHealth } from '@rapport/contract/webhook-health';
import type { Core } from '../../platform/core.ts';
import { type Api, envelope, UuidParams } from '../../platform/http/api/api.ts';
import { dataOf, refusals } from '../../platform/http/api/openapi.ts';
import { getHealth } from './actions.ts';

export function webhookHealthRoutes(api: Api, core: Core): void {
  api.get(
    '/api/v2/webhook-subscriptions/:uuid/health',
    {
      schema: {
        tags: ['Webhook subscriptions'],
        operationId: 'retrieveWebhookHealth',
        summary: 'Retrieve how the receiver of a webhook subscription does',
        description: 'Success rate and latency of all attempts, hour by hour and day by day.',
        params: UuidParams,
        response: { 200: dataOf(WebhookHealth), ...refusals(400, 401, 404) },
      },
    },
    async ({ caller, params }) => envelope(await getHealth(core, caller, params.uuid)),
  );
}
