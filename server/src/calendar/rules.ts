import { FEED_CANCELLED_DAYS, FEED_ENTRIES_MAX } from '@rapport/contract/calendar-feeds';

/** What a feed has told about a record. */
export type Entry = {
  record_uuid: string;
  /** The version that the feed told last. */
  version: number;
  /** How often it was called off, or came back. */
  turns: number;
  starts_on: string;
  starts_at: string | null;
  /** When the feed noticed that it is off. Null: it is on. */
  gone_at: string | null;
};

/** A record that belongs into the feed now. */
export type Current = { uuid: string; version: number; starts_on: string; starts_at: string | null };

/** What the feed tells now: the entries to write, to forget, and all that are called off. */
type Reconciled = {
  written: Entry[];
  forgotten: string[];
  entries: Map<string, Entry>;
  gone: Entry[];
};

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Compares what the feed has told with what belongs into it now. What left since is called off for
 * 30 days, unless it only became too old. A full feed says nothing of what comes after its end.
 */
export function reconcile(
  entries: Entry[],
  current: Current[],
  { from, now }: { from: string; now: string },
): Reconciled {
  const known = new Map(entries.map((entry) => [entry.record_uuid, entry]));
  const told = current.map((record) => entryOf(record, known.get(record.uuid)));
  const here = new Map(told.map((entry) => [entry.record_uuid, entry]));
  const end = current.length < FEED_ENTRIES_MAX ? null : current.at(-1)!.starts_on;
  const others = entries.filter(({ record_uuid }) => !here.has(record_uuid));
  const isOver = ({ starts_on, gone_at }: Entry) =>
    starts_on < from ||
    (gone_at !== null && Date.parse(now) - Date.parse(gone_at) > FEED_CANCELLED_DAYS * DAY_MS);
  const isBehindEnd = ({ starts_on, gone_at }: Entry) => gone_at === null && end !== null && starts_on >= end;
  const forgotten = others.filter((entry) => isOver(entry) || isBehindEnd(entry));
  const gone = others
    .filter((entry) => !forgotten.includes(entry))
    .map((entry) => (entry.gone_at ? entry : { ...entry, gone_at: now, turns: entry.turns + 1 }));
  const written = [...told, ...gone].filter((entry) => !isSame(entry, known.get(entry.record_uuid)));
  return { written, forgotten: forgotten.map(({ record_uuid }) => record_uuid), entries: here, gone };
}

/**
 * The sequence number of an entry (RFC 5545 §3.8.7.4). It grows with each change of the record, and
 * when something is called off or comes back.
 */
export function sequenceOf({ version, turns }: Entry): number {
  return version + turns;
}

function entryOf({ uuid, version, starts_on, starts_at }: Current, before: Entry | undefined): Entry {
  const turns = (before?.turns ?? 0) + (before?.gone_at ? 1 : 0);
  return { record_uuid: uuid, version, turns, starts_on, starts_at, gone_at: null };
}

function isSame(entry: Entry, before: Entry | undefined): boolean {
  return (
    before !== undefined &&
    (['version', 'turns', 'starts_on', 'starts_at', 'gone_at'] as const).every(
      (key) => entry[key] === before[key],
    )
  );
}
