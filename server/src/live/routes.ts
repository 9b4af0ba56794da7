import type { Core } from '../platform/core.ts';
import type { Database } from '../platform/database/database.ts';
import type { Api } from '../platform/http/api/api.ts';
import { connectionLost } from '../platform/http/server/connection-lost.ts';
import { Problem } from '../platform/problem.ts';
import { LiveStreams } from './streams.ts';

/**
 * Makes the route of the stream. The API description leaves it out: it describes answers that end,
 * and programs that try all its operations would wait for ever. docs/guides/keep-in-sync.md has it.
 */
export function routes(api: Api, core: Core & { db: Database }): void {
  const streams = new LiveStreams(core.db, (err) => api.log.warn({ err }, 'a live stream ended early'));
  api.addHook('preClose', () => streams.close());

  api.get(
    '/api/v2/live',
    { exposeHeadRoute: false, compress: false, schema: { hide: true } },
    async (request, reply) => {
      const { caller, asked } = request;
      const stream = await streams.open(caller, asked.callerNow, connectionLost(reply));
      if (stream instanceof Problem) return stream;
      return reply
        .headers({
          'content-type': 'text/event-stream; charset=utf-8',
          // Compression would hold messages back until there is more of them.
          'cache-control': 'no-store, no-transform',
          // Asks nginx not to wait until it has a buffer full.
          'x-accel-buffering': 'no',
        })
        .send(stream);
    },
  );
}
