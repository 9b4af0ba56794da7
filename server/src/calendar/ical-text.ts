import { FEED_ENTRIES_MAX, FEED_PAST_DAYS } from '@rapport/contract/calendar-feeds';
import { ICalCalendar, ICalEventBusyStatus, ICalEventStatus, ICalEventTransparency } from 'ical-generator';
import type { FeedRecord } from './queries.ts';
import { type Entry, sequenceOf } from './rules.ts';

/** Calendars that ask us how often to read the feed, do so every hour. */
const REFRESH_S = 60 * 60;

/** The length of what has a time and no length of its own. */
const LENGTH_MIN = 30;

const MINUTE_MS = 60 * 1000;
const DAY_MIN = 24 * 60;

const CATEGORIES: Record<string, string> = {
  todo: 'Task',
  call: 'Call',
  meeting: 'Meeting',
  email: 'E-mail',
  close: 'Expected close',
};

/** What the calendar holds: records, each with its entry, and those that are called off. */
type FeedContent = { records: FeedRecord[]; entries: Map<string, Entry>; gone: Entry[] };

/**
 * Writes the feed as text (RFC 5545). The same content makes the same bytes, so that they have an
 * ETag. Times are in UTC, which every calendar shows by the clock of its place: there is no rule of
 * a time zone that could be out of date.
 */
export function icalText({ records, entries, gone }: FeedContent, base_url: string): string {
  const calendar = new ICalCalendar({
    name: 'Rapport',
    description: descriptionOf(records.length),
    prodId: '//Rapport//Calendar//EN',
    ttl: REFRESH_S,
  });
  const accounts = new Set(records.map(({ account_name }) => account_name));
  for (const record of records)
    addRecord(calendar, record, entries.get(record.uuid)!, base_url, accounts.size > 1);
  for (const entry of gone) addGone(calendar, entry);
  // Each line has an end, also the last (RFC 5545 §3.1).
  return `${calendar.toString().trimEnd()}\r\n`;
}

function descriptionOf(count: number): string {
  const whole = `Your tasks from ${FEED_PAST_DAYS} days ago on`;
  return count < FEED_ENTRIES_MAX ? `${whole}.` : `${whole}: the first ${FEED_ENTRIES_MAX} of them.`;
}

function addRecord(
  calendar: ICalCalendar,
  record: FeedRecord,
  entry: Entry,
  base_url: string,
  namesAccount: boolean,
): void {
  const { resource, uuid, type, status, title, names, amount, currency, account_name } = record;
  const isDone = status === 'completed';
  const url = `${base_url}/${resource}s/${uuid}`;
  const about = [
    ...names,
    amount === null ? null : [amount, currency].filter(Boolean).join(' '),
    namesAccount ? account_name : null,
  ];
  const isMeeting = record.starts_at !== null && (type === 'call' || type === 'meeting');
  const event = calendar.createEvent({
    ...spanOf(record),
    id: uidOf(uuid),
    sequence: sequenceOf(entry),
    stamp: new Date(record.updated_at),
    created: new Date(record.created_at),
    lastModified: new Date(record.updated_at),
    summary: plain(isDone ? `✓ ${title}` : resource === 'deal' ? `Expected close: ${title}` : title),
    description: plain([...about.filter((line) => line !== null), url].join('\n')),
    // Only a call or a meeting takes the time of its person.
    transparency: isMeeting && !isDone ? ICalEventTransparency.OPAQUE : ICalEventTransparency.TRANSPARENT,
    url,
  });
  event.createCategory({ name: CATEGORIES[type]! });
}

/** Of what is called off a feed tells no more than that: its person may no longer read it. */
function addGone(calendar: ICalCalendar, entry: Entry): void {
  const gone_at = new Date(entry.gone_at!);
  calendar.createEvent({
    ...spanOf({ ...entry, duration_min: null }),
    id: uidOf(entry.record_uuid),
    sequence: sequenceOf(entry),
    stamp: gone_at,
    lastModified: gone_at,
    summary: 'Cancelled',
    status: ICalEventStatus.CANCELLED,
    transparency: ICalEventTransparency.TRANSPARENT,
    busystatus: ICalEventBusyStatus.FREE,
  });
}

/** Whole days end before the next one begins (RFC 5545 §3.6.1). */
function spanOf({
  starts_on,
  starts_at,
  duration_min,
}: Pick<FeedRecord, 'starts_on' | 'starts_at' | 'duration_min'>) {
  const allDay = starts_at === null;
  const start = new Date(starts_at ?? `${starts_on}T00:00:00Z`);
  const length_min = allDay ? DAY_MIN : duration_min || LENGTH_MIN;
  const end = new Date(start.getTime() + length_min * MINUTE_MS);
  // The format has years of four digits. Without an end a day is one day.
  return { start, allDay, ...(end.getUTCFullYear() <= 9999 && { end }) };
}

/** The same for every address of the service, so that a move to another host repeats nothing. */
function uidOf(uuid: string): string {
  return `${uuid}@rapport`;
}

/** Control characters have no place in the format, and some readers take them for ends of lines. */
function plain(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are meant
  return text.replace(/[\u0000-\u0009\u000b-\u001f\u007f\u0085\u2028\u2029]/g, ' ');
}
