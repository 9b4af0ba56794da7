import { Readable } from 'node:stream';
import { refuseTokens } from '../../access/rules.ts';
import { type Api, UuidParams } from '../../platform/http/api/api.ts';
import { connectionLost } from '../../platform/http/server/connection-lost.ts';
import { Problem } from '../../platform/problem.ts';
import type { LiveDeliveries } from './live-deliveries.ts';

/** Makes a route for the pages alone: programs have webhooks and the feed. */
export function liveRoutes(api: Api, live: LiveDeliveries): void {
  api.addHook('preClose', () => live.close());

  api.get(
    '/web/webhook-subscriptions/:uuid/live',
    { exposeHeadRoute: false, schema: { hide: true, params: UuidParams } },
    async (request, reply) => {
      const { caller, params } = request;
      const messages =
        refuseTokens(caller) ??
        (await live.watch(
          caller,
          params.uuid,
          async () => !((await request.asked.callerNow()) instanceof Problem),
          connectionLost(reply),
        ));
      if (messages instanceof Problem) return messages;
      reply.headers({
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        // Asks nginx not to wait until it has a buffer full.
        'x-accel-buffering': 'no',
      });
      return reply.send(Readable.from(messages));
    },
  );
}
