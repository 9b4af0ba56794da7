import { EVENT_TYPES } from '@rapport/contract/events';
import type { Sql } from 'sql-template-tag';
import type { Caller, Cause, Origin } from '../access/caller.ts';
import { type Reach, reachOf } from '../access/reach.ts';
import { reachIn } from '../access/rules.ts';
import { seenBy, unseen } from '../access/sight.ts';
import { nudge } from '../live/nudge.ts';
import { tellOfChanges } from '../notifications/actions.ts';
import { planReminders } from '../notifications/reminders/actions.ts';
import type { Core } from '../platform/core.ts';
import type { Queryable, Transaction } from '../platform/database/database.ts';
import type { JsonPage } from '../platform/http/api/json-answer.ts';
import { lookUntilFound } from '../platform/http/server/waiting.ts';
import { isUuidV7, madeAt, newUuid } from '../platform/ids.ts';
import type { Condition } from '../platform/lists/condition.ts';
import { pageByUuid } from '../platform/lists/page.ts';
import { notFound, Problem } from '../platform/problem.ts';
import { toApiTime } from '../platform/time/clock.ts';
import { planDeliveries } from '../webhooks/queue/actions.ts';
import type { Change } from './change.ts';
import { joinChange } from './joined-changes.ts';
import * as queries from './queries.ts';
import { eventBody } from './rules.ts';

/**
 * Records the events of `changes`, plans their deliveries and tells people, in the transaction that
 * changes the records. So an event exists if and only if its change does. It only sends its
 * statements, a few whatever the number of changes. `related` makes SQL for further records
 * whose histories show the events, from the rows named `subject` in `insertSubjects`.
 */
export function recordEvents(
  core: Core,
  tx: Transaction,
  cause: Cause,
  changes: Change[],
  related?: (subject: Sql) => Sql | null,
): void {
  if (changes.length === 0) return;
  const accounts = changes.map(({ account_uuid }) => account_uuid);
  joinChange(tx, cause, accounts);
  const events = insertEvents(core, tx, cause, changes);
  const subjects = events.flatMap(({ uuid: event_uuid, account_uuid, resource_uuid }, index) =>
    (changes[index]!.subjects ?? [])
      .filter((record_uuid) => record_uuid !== resource_uuid)
      .map((record_uuid) => ({ account_uuid, record_uuid, event_uuid, resource_uuid })),
  );
  if (subjects.length > 0) queries.insertSubjects(tx, subjects, related);
  tellOfChanges(core, tx, cause, changes);
  planReminders(core, tx, changes);
  const changed = events.map(({ event, account_uuid, resource_uuid: uuid }) => {
    return { resource: event.split('.')[0]!, account_uuid, uuid };
  });
  nudge(tx, cause.change_uuid, changed);
}

/**
 * Records what nobody did as a change, such as that a mail came: it is in the feed and in webhooks,
 * and in no history or list of changes. It only sends its statements.
 */
export function recordFacts(
  core: Core,
  tx: Transaction,
  { change_uuid: _, ...origin }: Origin,
  facts: Change[],
): void {
  if (facts.length > 0) insertEvents(core, tx, origin, facts);
}

function insertEvents(core: Core, tx: Transaction, cause: Origin, changes: Change[]): queries.NewEvent[] {
  const now = core.clock.now();
  const created_at = toApiTime(now);
  const events = changes.map((change) => {
    const uuid = newUuid(now);
    const url = `${core.base_url}${EVENT_TYPES[change.event].path}/${change.record.uuid}`;
    const span = cause.span?.startSpan(`record ${change.event}`, 'producer');
    if (span) tx.afterCommit(() => span.end({ event_uuid: uuid, account_uuid: change.account_uuid }, false));
    const { body, uncut } = eventBody(change, uuid, created_at, cause, url);
    return {
      uuid,
      account_uuid: change.account_uuid,
      resource_uuid: change.about_uuid ?? change.record.uuid,
      event: change.event,
      change_uuid: cause.change_uuid ?? null,
      source: cause.source,
      body,
      uncut,
      traceparent: span?.traceparent ?? null,
      created_at,
    };
  });
  queries.insertEvents(tx, events);
  planDeliveries(tx, cause, events, created_at);
  return events;
}

/** Prepares the feed at each start of a process: see `queries.startFeedEpoch`. */
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

/** The value of `after` for a reader who wants only events from now on. */
export const LATEST = 'latest';

/**
 * Reads the feed: all events that the caller may see, without gaps, with their bodies as they were
 * sent. When there is none, it waits up to `wait_s` for one, or until `signal` aborts.
 *
 * `after` is the uuid of the last event read. With `latest` nothing is read, and `next_cursor` is
 * the newest event. An unknown uuid means that its event was purged or a backup was restored.
 * Reading then continues from before the time in the uuid, and `resumed_from` is that time. With
 * conditions, an empty page moves the cursor too, past the events that do not meet them.
 */
export async function readFeed(
  core: Core,
  caller: Caller,
  query: FeedQuery,
  signal: AbortSignal,
): Promise<EventPage | Problem> {
  const reach = reachIn(caller, query.account_uuid ?? null);
  if (reach instanceof Problem) return reach;
  const { clock } = core;
  const db = seenBy(core.db, reach);
  if (query.after === LATEST) {
    return { data: [], next_cursor: (await queries.findNewest(db, reach, null))?.uuid ?? null };
  }
  const start = query.after === undefined ? START : await findPlace(db, reach, query.after, clock.now());
  if (start === undefined) {
    const detail = `There is no event ${query.after}. Leave after out, or use the uuid of an event from the feed.`;
    return new Problem('cursor_invalid', detail);
  }
  const { resumed_from } = start;
  let { place, next_cursor } = start;
  const isPart = query.conditions.length > 0 || reach.scope !== null;
  const look = async () => {
    // The newest event must be found first. Events recorded after this come behind it, so an empty
    // page skips none of them.
    const newest = isPart ? await queries.findNewest(db, reach, place) : undefined;
    const events = await queries.listEventsAfter(db, reach, place, query.conditions, query.limit);
    if (events.length > 0) next_cursor = events.at(-1)!.uuid;
    else if (newest !== undefined) [place, next_cursor] = [newest, newest.uuid];
    return events;
  };
  const events = await lookUntilFound(look, query.wait_s, signal);
  return { data: events.map((event) => event.body), next_cursor, resumed_from };
}

/** The body of one event, as it was sent. It may be readable before the feed shows the event. */
export async function getEvent({ db }: Core, caller: Caller, uuid: string): Promise<string | Problem> {
  const reach = reachOf(caller);
  return (await queries.findBody(seenBy(db, reach), reach, uuid)) ?? notFound('event');
}

/**
 * The place of a reader in the feed (null: before all events), and its cursor. `resumed_from` is
 * the time from which the reader gets events again.
 */
type Standing = { place: queries.FeedPosition | null; next_cursor: string | null; resumed_from?: string };

const START: Standing = { place: null, next_cursor: null };

/**
 * Longer than any transaction. The feed keeps the events of a transaction together, so its order
 * can differ from their times by up to this.
 */
const TRANSACTION_MAX_MS = 3_600_000;

/**
 * Finds the place of a reader whose last event was `event_uuid`; undefined when no such event can
 * exist.
 *
 * A webhook may deliver an event before the feed shows it, while older transactions are open. Their
 * events come before it, so the reader continues before it too: some events repeat, none is missed.
 * The same happens for an unknown event. It was purged with its Account, or a restored or replaced
 * database lacks it.
 */
async function findPlace(
  db: Queryable,
  reach: Reach,
  event_uuid: string,
  now: Date,
): Promise<Standing | undefined> {
  // A reader goes on from what they have read, also where they do not see that record any more.
  const position = await queries.findPosition(unseen(db), event_uuid);
  if (position && position.open_since === null) return { place: position, next_cursor: event_uuid };
  if (position) {
    const newest = await queries.findNewest(db, reach, null, position.open_since);
    return newest ? { place: newest, next_cursor: newest.uuid } : START;
  }
  const made_ms = madeAt(event_uuid).getTime();
  if (!isUuidV7(event_uuid) || made_ms > now.getTime() + TRANSACTION_MAX_MS) return undefined;
  const from = new Date(made_ms - TRANSACTION_MAX_MS);
  const place = await queries.findPositionBefore(unseen(db), from);
  // The cursor must be found before the events are read: later events are then on the page.
  const newest = await queries.findNewest(db, reach, null);
  return { place, next_cursor: newest?.uuid ?? null, resumed_from: toApiTime(from) };
}

/**
 * The events of one record, newest first. With `related`, also events of other records that its
 * history shows. The caller has checked the right to read the record.
 */
export async function listEventsOf(
  { db }: Core,
  reach: Reach,
  record: { account_uuid: string; uuid: string },
  { cursor = null, limit, related = false }: { cursor?: string | null; limit: number; related?: boolean },
): Promise<EventPage> {
  const events = await queries.listEventsOf(db, reach, { ...record, related }, cursor, limit + 1);
  const { data, next_cursor } = pageByUuid(events, limit);
  return { data: data.map((event) => event.body), next_cursor };
}
