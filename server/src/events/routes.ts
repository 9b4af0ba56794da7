import { Actor } from '@rapport/contract/actors';
import { Event, EventType } from '@rapport/contract/events';
import { EXAMPLE_UUIDS, Timestamp } from '@rapport/contract/fields';
import { Type } from '@rapport/contract/json-schema';
import { FEED } from '@rapport/contract/lists';
import type { TObject } from 'typebox';
import { momentOf } from '../access/days.ts';
import { answerWaiting, waitsOf } from '../access/waiting.ts';
import type { Core } from '../platform/core.ts';
import { type Api, UuidParams } from '../platform/http/api/api.ts';
import { answerJson, answerJsonPage } from '../platform/http/api/json-answer.ts';
import { dataOf, pagesOf, refusals, wholeListOf } from '../platform/http/api/openapi.ts';
import { WaitHeaders } from '../platform/http/server/waiting.ts';
import { parseFilters } from '../platform/lists/filters.ts';
import { LIMIT_DEFAULT } from '../platform/lists/list-query.ts';
import { filterParameters, limitOf, WITH_FILTERS } from '../platform/lists/list-schema.ts';
import { pageOfWhole, WholeListQuery } from '../platform/lists/whole-list.ts';
import { Problem } from '../platform/problem.ts';
import { getEvent, LATEST, readFeed } from './actions.ts';
import { eventTypes } from './catalogue.ts';
import { EVENT_SCHEMAS } from './event-schemas.ts';

const tags = ['Events'];

type FeedQuery = { after?: string; limit?: number; account_uuid?: string; [filter: string]: unknown };
const FeedQuerySchema: TObject = Type.Object(
  {
    after: Type.Optional(
      Type.String({
        pattern: `^([0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}|${LATEST})$`,
        description:
          'next_cursor, or the uuid of the last event from the feed. Do not use an event from a webhook: deliveries ' +
          'do not arrive in the order of the feed. If the event is missing, because a backup was restored or its Account was purged, the feed continues before ' +
          'its time, and the answer says so in `resumed_from`. `latest`: no events, but a next_cursor after the newest.',
        examples: [EXAMPLE_UUIDS.event],
      }),
    ),
    limit: limitOf('Events'),
    account_uuid: Type.Optional(Type.String({ format: 'uuid', description: 'Only events of this Account.' })),
    ...filterParameters(FEED),
  },
  WITH_FILTERS,
);

const NEXT_CURSOR =
  'Send it as after for the next page, also after an empty one. Null: there is no event yet.';

const FeedPage = Type.Object({
  ...pagesOf(Event, NEXT_CURSOR).properties,
  resumed_from: Type.Optional(
    Timestamp(
      'Only when the event of `after` is missing: the feed continues from this time, and gives some events again. Read all records again: ' +
        'the database may have been restored from a backup, and changes that you have seen may be gone.',
    ),
  ),
});

export const schemas = [Actor, ...EVENT_SCHEMAS, EventType];

export function routes(api: Api, core: Core): void {
  const waits = waitsOf(api);

  api.get(
    '/api/v2/events',
    {
      schema: {
        tags,
        operationId: 'listEvents',
        summary: 'Read the feed of events',
        description:
          'Every event you may see, oldest first and without gaps, as it was delivered. Continue with after=next_cursor, also ' +
          'after an empty page, which is the end for now. With a filter the cursor moves past the other events. Use the feed to find events that a receiver has missed, except events of an ' +
          'Account that you no longer have a login to, including its own deletion: those are only delivered.',
        querystring: Type.Unsafe<FeedQuery>(FeedQuerySchema),
        headers: WaitHeaders,
        response: { 200: FeedPage, ...refusals(400, 401, 404) },
      },
    },
    async (request, reply) => {
      const { after, limit = LIMIT_DEFAULT, account_uuid, ...filters } = request.query;
      const conditions = parseFilters(FEED, filters, momentOf(core, request.caller, account_uuid));
      if (conditions instanceof Problem) return conditions;
      const page = await answerWaiting(request, reply, waits, (caller, wait_s, signal) =>
        readFeed(core, caller, { after, limit, account_uuid, conditions, wait_s }, signal),
      );
      return answerJsonPage(reply, page);
    },
  );

  api.get(
    '/api/v2/events/:uuid',
    {
      schema: {
        tags,
        operationId: 'retrieveEvent',
        summary: 'Retrieve an event',
        description:
          'As it was delivered; a delivery has its uuid as event_uuid. Kept as long as its record.',
        params: UuidParams,
        response: { 200: dataOf(Event), ...refusals(400, 401, 404) },
      },
    },
    async (request, reply) => {
      return answerJson(reply, await getEvent(core, request.caller, request.params.uuid));
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
