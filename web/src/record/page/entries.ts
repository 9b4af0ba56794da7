import { dayAt } from '@rapport/contract/days';
import type { Event } from '@rapport/contract/events';
import type { MailThread } from '@rapport/contract/mail-threads';
import { isSame } from '../../fields/same.ts';

/** An event of a history, or an act together with what took it back. */
export type Entry = { event: Event; isTakenBack: boolean };

/** A conversation by mail, at the time of its newest mail. */
export type ThreadEntry = { thread: MailThread };

/** The entries of one day, newest first. */
export type Day<Of = Entry> = { day: string; entries: Of[] };

/** What the service itself changes along with a field. */
const OF_SERVICE = ['version', 'updated_at', 'stage_entered_at', 'last_activity_at', 'next_task_due_on'];

const MINUTE_MS = 60_000;

/**
 * Returns a history by days of the zone, newest first. An act and its undo are one entry. Of what
 * happened within a minute, what people said comes before what fields became.
 */
export function daysOf(events: Event[], zone: string, isSaid: (event: Event) => boolean): Day[] {
  const entries = saidFirst(foldUndone(events), isSaid);
  const days = Map.groupBy(entries, ({ event }) => dayAt(new Date(event.created_at), zone));
  return [...days].map(([day, entries]) => ({ day, entries }));
}

/** Puts conversations by mail into a history, each before what happened earlier. */
export function withThreads(days: Day[], threads: MailThread[], zone: string): Day<Entry | ThreadEntry>[] {
  const mixed = new Map<string, (Entry | ThreadEntry)[]>(days.map(({ day, entries }) => [day, [...entries]]));
  for (const thread of threads) {
    const { sent_at } = thread.last_mail;
    const day = dayAt(new Date(sent_at), zone);
    const entries = mixed.get(day) ?? [];
    const place = entries.findIndex((entry) => timeOf(entry) < Date.parse(sent_at));
    entries.splice(place === -1 ? entries.length : place, 0, { thread });
    mixed.set(day, entries);
  }
  return [...mixed].map(([day, entries]) => ({ day, entries })).sort((a, b) => (a.day < b.day ? 1 : -1));
}

function timeOf(entry: Entry | ThreadEntry): number {
  return Date.parse('thread' in entry ? entry.thread.last_mail.sent_at : entry.event.created_at);
}

/** Folds each event that takes back the one before it on the same record. */
function foldUndone(events: Event[]): Entry[] {
  const folded = new Set<Event>();
  const takenBack = new Set<Event>();
  events.forEach((event, index) => {
    if (folded.has(event) || takenBack.has(event)) return;
    const before = events.slice(index + 1).find(({ data }) => data.uuid === event.data.uuid);
    if (!before || !takesBack(event, before)) return;
    folded.add(event);
    takenBack.add(before);
  });
  return events
    .filter((event) => !folded.has(event))
    .map((event) => ({ event, isTakenBack: takenBack.has(event) }));
}

/** True when `event` brings back what `before` changed: all of its fields, and no others. */
export function takesBack(event: Event, before: Event): boolean {
  const [did, undid] = [actionOf(before), actionOf(event)];
  if (did === 'created') return undid === 'deleted';
  if (did === 'deleted') return undid === 'restored';
  if (!before.previous || !event.previous) return false;
  const fields = changedFields(before);
  return (
    isSame(fields, changedFields(event)) &&
    fields.every(
      (name) =>
        isSame(event.data[name], before.previous![name]) && isSame(event.previous![name], before.data[name]),
    )
  );
}

function changedFields({ changed_fields }: Event): string[] {
  return changed_fields.filter((name) => !OF_SERVICE.includes(name)).sort();
}

function actionOf({ event }: Event): string {
  return event.split('.')[1]!;
}

function saidFirst(entries: Entry[], isSaid: (event: Event) => boolean): Entry[] {
  const byMinute = Map.groupBy(entries, ({ event }) => Math.floor(Date.parse(event.created_at) / MINUTE_MS));
  return [...byMinute.values()].flatMap((same) =>
    same.toSorted((a, b) => Number(isSaid(b.event)) - Number(isSaid(a.event))),
  );
}
