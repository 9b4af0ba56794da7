import { Type } from '@rapport/contract/json-schema';
import { Nudge } from '@rapport/contract/live';
import type { Core } from '../platform/core.ts';
import type { Database } from '../platform/database/database.ts';
import type { Api } from '../platform/http/api/api.ts';
import { refusals } from '../platform/http/api/openapi.ts';
import { connectionLost } from '../platform/http/server/connection-lost.ts';
import { Problem } from '../platform/problem.ts';
import { LiveStreams } from './streams.ts';

const EVENT_STREAM = 'text/event-stream';

const LiveQuery = Type.Object(
  {
    missed_ms: Type.Optional(
      Type.Integer({ minimum: 0, description: 'How long ago you were last told something.' }),
    ),
  },
  { additionalProperties: false },
);

const Told = Type.Object({
  data: Type.Object({
    is_complete: Type.Boolean({ description: 'False: more was told than is known. Read all again.' }),
    changes: Type.Array(Nudge),
  }),
});

const DESCRIPTION =
  'With `Accept: text/event-stream`, as an EventSource sends it, a stream of server-sent events that does not end. ' +
  '`changed` has `changes`: names and no values, so read what you show again. `access`: the Accounts that you can ' +
  'reach are others. `missed`: something may have been lost, read all again. `pulse` comes every 15 s: without one ' +
  'for longer connect again, with `missed_ms`; the stream then begins with what was told meanwhile, or with ' +
  '`missed`. Your own changes are told as well. A User has at most 20 streams. Otherwise the answer is what was told in ' +
  'the last `missed_ms`. What is told may be lost: a program that must not miss anything reads GET /api/v2/events.';

export function routes(api: Api, core: Core & { db: Database }): void {
  const streams = new LiveStreams(core.db, (err) => api.log.warn({ err }, 'a live stream ended early'));
  api.addHook('onReady', async () => streams.begin());
  api.addHook('preClose', () => streams.close());

  api.get(
    '/api/v2/live',
    {
      compress: false,
      config: { media: [EVENT_STREAM] },
      schema: {
        tags: ['Events'],
        operationId: 'followChanges',
        summary: 'Be told of changes as they happen',
        description: DESCRIPTION,
        querystring: LiveQuery,
        response: {
          200: {
            description: 'A stream, or what was told of late.',
            content: {
              'application/json': { schema: Told },
              [EVENT_STREAM]: { schema: Type.String() },
            },
          },
          ...refusals(400, 401, 422),
        },
      },
    },
    async (request, reply) => {
      const { caller, asked, query } = request;
      if (request.type(['application/json', EVENT_STREAM]) !== EVENT_STREAM || request.method === 'HEAD') {
        const changes = await streams.recent(caller, query.missed_ms ?? 0);
        return { data: { is_complete: changes !== null, changes: changes ?? [] } };
      }
      const gone = connectionLost(reply);
      const stream = await streams.open(caller, asked.callerNow, query.missed_ms, gone);
      if (stream instanceof Problem) return stream;
      return reply
        .headers({
          'content-type': `${EVENT_STREAM}; charset=utf-8`,
          // Compression would hold messages back until there is more of them.
          'cache-control': 'no-store, no-transform',
          // Asks nginx not to wait until it has a buffer full.
          'x-accel-buffering': 'no',
        })
        .send(stream);
    },
  );
}
