import { Event, EventType } from '@rapport/contract/events';
import { EXAMPLE_UUIDS } from '@rapport/contract/fields';
import { Type } from 'typebox';
import { answerWaiting, waitsOf } from '../access/waiting.ts';
import type { Core } from '../platform/core.ts';
import type { Api } from '../platform/http/api.ts';
import { pagesOf, refusals, wholeListOf } from '../platform/http/openapi.ts';
import { WaitHeaders } from '../platform/http/waiting.ts';
import { LIMIT_DEFAULT } from '../platform/lists/list-query.ts';
import { limitOf } from '../platform/lists/list-schema.ts';
import { pageOfWhole, WholeListQuery } from '../platform/lists/whole-list.ts';
import { LATEST, readFeed } from './actions.ts';
import { eventTypes } from './catalogue.ts';
import { answerEvents } from './event-page.ts';

const tags = ['Events'];

const FeedQuery = Type.Object(
  {
    after: Type.Optional(
      Type.String({
        pattern: `^([0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}|${LATEST})$`,
        description:
          'uuid of the last event you have read, or next_cursor. `latest`: no events, but a next_cursor behind the newest.',
        examples: [EXAMPLE_UUIDS.event],
      }),
    ),
    limit: limitOf('Events'),
    account_uuid: Type.Optional(Type.String({ format: 'uuid', description: 'Only events of this Account.' })),
  },
  { additionalProperties: false },
);

const NEXT_CURSOR = 'Send it as after to go on, also from an empty page. Null: there is no event yet.';

export function eventRoutes(api: Api, core: Core): void {
  const waits = waitsOf(api);

  api.get(
    '/api/v2/events',
    {
      schema: {
        tags,
        operationId: 'listEvents',
        summary: 'Read the feed of events',
        description:
          'Every event you may see, oldest first and without gaps, as it was delivered. Go on with after=next_cursor, also ' +
          'after an empty page: it stays where you are. Use it to reconcile what a receiver may have missed, but for events of an ' +
          'Account that you have no login to any more, its own deletion among them: those are only delivered.',
        querystring: FeedQuery,
        headers: WaitHeaders,
        response: { 200: pagesOf(Event, NEXT_CURSOR), ...refusals(400, 401, 404) },
      },
    },
    async (request, reply) => {
      const page = await answerWaiting(request, reply, waits, (caller, wait_s, signal) =>
        readFeed(core, caller, { limit: LIMIT_DEFAULT, ...request.query, wait_s }, signal),
      );
      return answerEvents(reply, page);
    },
  );

  const catalogue = eventTypes();
  api.get(
    '/api/v2/event-types',
    {
      schema: {
        tags,
        operationId: 'listEventTypes',
        summary: 'List the event catalogue',
        description: 'Every event, with the JSON Schema of its body and a sample.',
        querystring: WholeListQuery,
        response: { 200: wholeListOf(EventType), ...refusals(400, 401) },
      },
    },
    async ({ query }) => pageOfWhole(catalogue, 'event', query),
  );
}
