import { dataOf } from './json.ts';
import { List, type Page } from './list.ts';
import { type Filter, listParameters } from './list-query.ts';
import { at } from './path.ts';
import type { Event } from './resources.ts';
import type { Answer, ApiRequest, CallOptions, Transport } from './transport.ts';
import type { SendWaiting } from './waiting.ts';

export type FeedQuery = {
  /** The uuid of the last event that was read. */
  after?: string;
  /** Only events of this Account. */
  account_uuid?: string;
  /** Only these kinds of events: `{ event: { in: ['client.created', 'client.updated'] } }`. */
  filter?: { event?: Filter<'eq' | 'ne' | 'in'> };
  /** Events a page, at most 200. */
  limit?: number;
  /**
   * Called when the service does not know the event of `after`, because a backup was restored or
   * the Account of the event was purged. Events from the time `from` on come again, and changes
   * that were seen may be lost: read all records anew.
   */
  onResumed?: (from: string) => void;
};

/**
 * A page of the feed. `resumed_from` is present when the service did not know the event of `after`.
 */
export type FeedPage = Page<Event> & { resumed_from?: string };

/**
 * The feed of all events, each once and in order. A reader continues behind the last event that it
 * has read.
 */
export function feed(send: Transport, sendWaiting: SendWaiting) {
  const bodies = (query: FeedQuery, call: CallOptions) => followBodies(send, sendWaiting, query, call);
  return {
    /**
     * Lists the events behind `after`, up to the present end; from the first event when `after` is
     * left out.
     */
    list: (query: FeedQuery = {}, call: CallOptions = {}): List<Event> =>
      new List<Event>(
        async (after) => (await sendFeed(send, { ...query, after }, call)).json as FeedPage,
        query.after,
      ),
    /** Retrieves one event, which `event_uuid` of a delivery names. */
    retrieve: (uuid: string, call: CallOptions = {}) =>
      dataOf<Event>(send({ method: 'GET', path: at`/api/v2/events/${uuid}`, repeat: 'always', ...call })),
    /** Returns the uuid of the newest event, where `follow` begins; null without any event. */
    latest: async (call: CallOptions = {}): Promise<string | null> =>
      cursorOf(await sendFeed(send, { after: 'latest' }, call)),
    /**
     * Yields events as they happen, from now on or behind `after`. It ends only by an error: the
     * reason of `signal`, a refusal, or an outage that lasts longer than the `retries` of the
     * connection. `retries` may be Infinity.
     */
    async *follow(query: FeedQuery = {}, call: CallOptions = {}): AsyncGenerator<Event, void> {
      for await (const body of bodies(query, call)) yield JSON.parse(body) as Event;
    },
    /**
     * Like `follow`, but yields each event as text, with the bytes that are signed and delivered.
     */
    followBodies: (query: FeedQuery = {}, call: CallOptions = {}) => bodies(query, call),
  };
}

async function* followBodies(
  send: Transport,
  sendWaiting: SendWaiting,
  query: FeedQuery,
  call: CallOptions,
): AsyncGenerator<string, void> {
  let after = query.after ?? cursorOf(await sendFeed(send, { ...query, after: 'latest' }, call)) ?? undefined;
  for (;;) {
    const page = tellResumed(query, await sendWaiting(feedRequest({ ...query, after }, call)));
    yield* bodiesOf(page.text);
    after = cursorOf(page) ?? after;
  }
}

async function sendFeed(send: Transport, query: FeedQuery, call: CallOptions): Promise<Answer> {
  return tellResumed(query, await send(feedRequest(query, call)));
}

function tellResumed({ onResumed }: FeedQuery, page: Answer): Answer {
  const { resumed_from } = page.json as FeedPage;
  if (resumed_from !== undefined) onResumed?.(resumed_from);
  return page;
}

function feedRequest({ onResumed: _, ...query }: FeedQuery, call: CallOptions): ApiRequest {
  return { method: 'GET', path: '/api/v2/events', query: listParameters(query), repeat: 'always', ...call };
}

function cursorOf({ json }: Answer): string | null {
  return (json as Page<unknown>).next_cursor;
}

/**
 * Returns the text of each object in `{"data":[…]}`, unchanged. Parsing and writing it again could
 * change its bytes.
 */
export function bodiesOf(page: string): string[] {
  const bodies: string[] = [];
  let depth = 0;
  let start = 0;
  // Matches whole strings, so that brackets in them are not taken for structure.
  for (const { 0: token, index } of page.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]/g)) {
    if (token === '{' || token === '[') {
      depth += 1;
      if (depth === DEPTH_OF_EVENT) start = index;
    } else if (token === '}' || token === ']') {
      if (depth === DEPTH_OF_EVENT) bodies.push(page.slice(start, index + 1));
      depth -= 1;
    }
  }
  return bodies;
}

/** An event is an object inside the array `data` of the page's object. */
const DEPTH_OF_EVENT = 3;
