import type { Actor } from '@rapport/contract/actors';
import { EVENT_TYPES, type EventName } from '@rapport/contract/events';
import type { Caller, Cause } from '../access/caller.ts';
import { accountsOf, readableAccounts } from '../access/rules.ts';
import type { Core } from '../platform/core.ts';
import type { Queryable, Transaction } from '../platform/database/database.ts';
import type { JsonPage } from '../platform/http/api/json-answer.ts';
import { lookUntilFound } from '../platform/http/server/waiting.ts';
import { isUuidV7, madeAt, newUuid } from '../platform/ids.ts';
import type { Condition } from '../platform/lists/list-query.ts';
import { notFound, Problem } from '../platform/problem.ts';
import { toApiTime } from '../platform/time/clock.ts';
import { planDeliveries } from '../webhooks/queue/actions.ts';
import type { Change } from './change.ts';
import * as queries from './queries.ts';
import { eventBody } from './rules.ts';

/**
 * Writes the events of `changes` and plans their deliveries, in the transaction that changes the
 * records: an event exists if and only if its change does. Two statements, however many changes.
 */
export async function recordEvents(
  core: Core,
  tx: Transaction,
  cause: Cause,
  changes: Change[],
): Promise<void> {
  if (changes.length === 0) return;
  const now = core.clock.now();
  const created_at = toApiTime(now);
  const events = changes.map((change) => {
    const uuid = newUuid(now);
    const url = `${core.base_url}${EVENT_TYPES[change.event].path}/${change.record.uuid}`;
    const span = cause.span?.startSpan(`record ${change.event}`, 'producer');
    if (span) tx.afterCommit(() => span.end({ event_uuid: uuid, account_uuid: change.account_uuid }, false));
    return {
      uuid,
      account_uuid: change.account_uuid,
      resource_uuid: change.record.uuid,
      event: change.event,
      body: eventBody(change, uuid, created_at, cause, url),
      traceparent: span?.traceparent ?? null,
      created_at,
    };
  });
  await queries.insertEvents(tx, events);
  const subjects = events.flatMap(({ uuid, account_uuid }, index) =>
    (changes[index]!.subjects ?? []).map((record_uuid) => ({ account_uuid, record_uuid, event_uuid: uuid })),
  );
  if (subjects.length > 0) await queries.insertSubjects(tx, subjects);
  await planDeliveries(tx, cause, events, created_at);
}

/** Call it at each start: see `queries.startFeedEpoch`. */
export function startFeed({ db, clock }: Pick<Core, 'db' | 'clock'>): Promise<void> {
  return queries.startFeedEpoch(db, clock.now());
}

/** A page of events, byte for byte as they were signed and sent. */
export type EventPage = JsonPage & { resumed_from?: string };

type FeedQuery = {
  after?: string;
  limit: number;
  account_uuid?: string;
  conditions: Condition[];
  wait_s: number;
};

/** The value of `after` for events from now on. */
export const LATEST = 'latest';

/**
 * The feed of all events that the caller may see, without gaps. Reading to the end and going on
 * from `next_cursor` misses none. It returns the bodies as they were sent, and waits `wait_s` for
 * an event unless `signal` ends that.
 *
 * `after` is the uuid of the last event read here, or `latest`: then nothing is read, and
 * `next_cursor` stands behind the newest. An unknown event was purged, or a backup was restored.
 * Reading then goes on before the time in its uuid, and `resumed_from` says from when. With
 * conditions, an empty page moves the cursor too, past events that do not meet them.
 */
export async function readFeed(
  { db, clock }: Core,
  caller: Caller,
  query: FeedQuery,
  signal: AbortSignal,
): Promise<EventPage | Problem> {
  const account_uuids = readableAccounts(caller, query.account_uuid ?? null);
  if (account_uuids instanceof Problem) return account_uuids;
  if (query.after === LATEST) {
    return { data: [], next_cursor: (await queries.findNewest(db, account_uuids, null))?.uuid ?? null };
  }
  const start =
    query.after === undefined ? START : await findPlace(db, account_uuids, query.after, clock.now());
  if (start === undefined) {
    const detail = `There is no event ${query.after}. Start without after, or from an event that the feed gave you.`;
    return new Problem('cursor_invalid', detail);
  }
  const { resumed_from } = start;
  let { place, next_cursor } = start;
  const look = async () => {
    // Found first: later events lie behind it. So if none meets the conditions, nothing between
    // stays unread.
    const newest =
      query.conditions.length > 0 ? await queries.findNewest(db, account_uuids, place) : undefined;
    const events = await queries.listEventsAfter(db, account_uuids, place, query.conditions, query.limit);
    if (events.length > 0) next_cursor = events.at(-1)!.uuid;
    else if (newest !== undefined) [place, next_cursor] = [newest, newest.uuid];
    return events;
  };
  const events = await lookUntilFound(look, query.wait_s, signal);
  return { data: events.map((event) => event.body), next_cursor, resumed_from };
}

/**
 * The body of one event, as it was sent. It is there as soon as it happened, perhaps before the
 * feed gives it.
 */
export async function getEvent({ db }: Core, caller: Caller, uuid: string): Promise<string | Problem> {
  const account_uuids = accountsOf(caller);
  return (await queries.findBody(db, account_uuids, uuid)) ?? notFound('event');
}

/**
 * Where a reader stands (null: before all events), and the cursor that says so. `resumed_from`:
 * since when they get events again.
 */
type Standing = { place: queries.FeedPosition | null; next_cursor: string | null; resumed_from?: string };

const START: Standing = { place: null, next_cursor: null };

/**
 * Longer than any transaction. Events of one transaction stand together, and so out of the order of
 * time.
 */
const TRANSACTION_MAX_MS = 3_600_000;

/**
 * Where the reader of an event stands; undefined when no such event can exist.
 *
 * A webhook may tell of an event that the feed does not give yet, because older transactions are
 * still open. Their events come before it, so the reader goes on before it: some events come again,
 * none is missed. The same happens for an unknown event. It was purged with its Account, or it is
 * newer than this database, which was restored from a backup or took over from one that was ahead.
 */
async function findPlace(
  db: Queryable,
  account_uuids: string[],
  event_uuid: string,
  now: Date,
): Promise<Standing | undefined> {
  const position = await queries.findPosition(db, event_uuid);
  if (position && position.open_since === null) return { place: position, next_cursor: event_uuid };
  if (position) {
    const newest = await queries.findNewest(db, account_uuids, null, position.open_since);
    return newest ? { place: newest, next_cursor: newest.uuid } : START;
  }
  const made_ms = madeAt(event_uuid).getTime();
  if (!isUuidV7(event_uuid) || made_ms > now.getTime() + TRANSACTION_MAX_MS) return undefined;
  const from = new Date(made_ms - TRANSACTION_MAX_MS);
  const place = await queries.findPositionBefore(db, from);
  // Found before any look for events: a later event is then in the page.
  const newest = await queries.findNewest(db, account_uuids, null);
  return { place, next_cursor: newest?.uuid ?? null, resumed_from: toApiTime(from) };
}

/**
 * What happened to one record, the newest first; with `related` also to those that have to do with
 * it. The caller has checked who may read it.
 */
export async function listEventsOf(
  { db }: Core,
  record: { account_uuid: string; uuid: string },
  query: { cursor?: string; limit: number; related?: boolean },
): Promise<EventPage> {
  const find = query.related ? queries.listEventsAround : queries.listEventsOf;
  const events = await find(db, record, query.cursor ?? null, query.limit + 1);
  const page = events.slice(0, query.limit);
  const next_cursor = events.length > query.limit ? page.at(-1)!.uuid : null;
  return { data: page.map((event) => event.body), next_cursor };
}

/**
 * Who caused the last event of this name about each of these records, by the record's uuid. The
 * caller has checked who may read them.
 */
export function listLastActors(
  { db }: Pick<Core, 'db'>,
  account_uuids: string[],
  resource_uuids: string[],
  event: EventName,
): Promise<Map<string, Actor>> {
  return queries.listLastActors(db, account_uuids, resource_uuids, event);
}

/**
 * Erases the bodies of events about purged records: the feed and the history must not keep what the
 * record does not.
 */
export function eraseEvents(db: Queryable, resource_uuids: string[]): Promise<void> {
  return queries.eraseEvents(db, resource_uuids);
}
