import { WebhookRecovery, WebhookRecoveryCreate } from '@rapport/contract/webhook-deliveries';
import type { JobsCore } from '../../jobs/actions.ts';
import type { Core } from '../../platform/core.ts';
import { type Api, envelope, IdempotencyHeaders, UuidParams } from '../../platform/http/api/api.ts';
import { dataOf, refusals, wholeListOf } from '../../platform/http/api/openapi.ts';
import { answerOnce, type Once } from '../../platform/idempotency/actions.ts';
import { pageOfWhole, WholeListQuery } from '../../platform/lists/whole-list.ts';
import { Problem } from '../../platform/problem.ts';
import * as actions from './actions.ts';

const tags = ['Webhook recoveries'];

export function webhookRecoveryRoutes(api: Api, core: Core & Once & JobsCore): void {
  api.post(
    '/api/v2/webhook-subscriptions/:uuid/recover',
    {
      schema: {
        tags,
        operationId: 'recoverWebhookSubscription',
        summary: 'Send again what a webhook subscription missed',
        description:
          'What was planned in a range of time and failed or was not sent; its own changes are left out when it skips them. ' +
          'What ends after the start is not part of it. With dry_run the answer is 200 and only counts.',
        params: UuidParams,
        body: WebhookRecoveryCreate,
        headers: IdempotencyHeaders,
        response: {
          200: dataOf(WebhookRecovery),
          202: dataOf(WebhookRecovery),
          ...refusals(400, 401, 404, 409, 422),
        },
      },
    },
    async (request, reply) => {
      const { caller, params, body } = request;
      const recovery = await answerOnce(core, request, (core) =>
        actions.startRecovery(core, caller, params.uuid, body),
      );
      if (recovery instanceof Problem) return recovery;
      return reply.code(recovery.state === 'dry_run' ? 200 : 202).send({ data: recovery });
    },
  );

  api.get(
    '/api/v2/webhook-subscriptions/:uuid/recoveries',
    {
      schema: {
        tags,
        operationId: 'listRecoveriesOfWebhookSubscription',
        summary: 'List the recoveries of a webhook subscription',
        description: 'The latest fifty.',
        params: UuidParams,
        querystring: WholeListQuery,
        response: { 200: wholeListOf(WebhookRecovery), ...refusals(400, 401, 404) },
      },
    },
    async ({ caller, params, query }) =>
      pageOfWhole(await actions.listRecoveries(core, caller, params.uuid), 'uuid', query),
  );

  api.get(
    '/api/v2/webhook-recoveries/:uuid',
    {
      schema: {
        tags,
        operationId: 'retrieveWebhookRecovery',
        summary: 'Retrieve a webhook recovery',
        description: 'How far it is: recovered_count of delivery_count.',
        params: UuidParams,
        response: { 200: dataOf(WebhookRecovery), ...refusals(400, 401, 404) },
      },
    },
    async (request) => envelope(await actions.getRecovery(core, request.caller, request.params.uuid)),
  );

  api.post(
    '/api/v2/webhook-recoveries/:uuid/cancel',
    {
      schema: {
        tags,
        operationId: 'cancelWebhookRecovery',
        summary: 'Cancel a webhook recovery',
        description: 'What it has put among the deliveries already is sent.',
        params: UuidParams,
        headers: IdempotencyHeaders,
        response: { 200: dataOf(WebhookRecovery), ...refusals(400, 401, 404, 409, 422) },
      },
    },
    async (request) => {
      const { caller, params } = request;
      return envelope(
        await answerOnce(core, request, (core) => actions.cancelRecovery(core, caller, params.uuid)),
      );
    },
  );
}
