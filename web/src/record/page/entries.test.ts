import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Event } from '@rapport/contract/events';
import { daysOf } from './entries.ts';

const at = (time: string) => `2026-11-29T${time}:00.000Z`;

/** An event about record `of`. `changes` has the value before and after of each field. */
function event(name: string, time: string, changes: Record<string, [unknown, unknown]> = {}, of = 'a') {
  const part = (index: 0 | 1) =>
    Object.fromEntries(Object.entries(changes).map(([field, values]) => [field, values[index]]));
  return {
    uuid: `${name} ${time}`,
    event: name,
    created_at: at(time),
    data: { uuid: of, ...part(1) },
    previous: Object.keys(changes).length > 0 ? part(0) : null,
    changed_fields: [...Object.keys(changes), 'version'],
  } as unknown as Event;
}

const said = ({ event }: Event) => event.startsWith('note.');
const shown = (events: Event[]) =>
  daysOf(events, 'UTC', said).flatMap(({ entries }) =>
    entries.map((entry) => `${entry.event.uuid}${entry.isTakenBack ? ' and back' : ''}`),
  );

test('an act and its undo are one entry, whatever else happened between them', () => {
  const moved = event('deal.moved', '09:00', { stage_uuid: ['one', 'two'] });
  const note = event('note.created', '09:05', {}, 'note');
  const back = event('deal.moved', '09:10', { stage_uuid: ['two', 'one'] });
  assert.deepEqual(shown([back, note, moved]), ['note.created 09:05', 'deal.moved 09:00 and back']);
});

test('a change to another value, or of another field as well, is no undo', () => {
  const moved = event('deal.moved', '09:00', { stage_uuid: ['one', 'two'] });
  const on = event('deal.moved', '09:10', { stage_uuid: ['two', 'three'] });
  const more = event('deal.updated', '09:20', { stage_uuid: ['three', 'two'], title: ['A', 'B'] });
  assert.deepEqual(shown([more, on, moved]), ['deal.updated 09:20', 'deal.moved 09:10', 'deal.moved 09:00']);
});

test('what was undone and done again shows both', () => {
  const to = (time: string, from: string, into: string) =>
    event('client.updated', time, { status: [from, into] });
  assert.deepEqual(
    shown([to('09:02', 'lead', 'active'), to('09:01', 'active', 'lead'), to('09:00', 'lead', 'active')]),
    ['client.updated 09:01 and back', 'client.updated 09:00'],
  );
});

test('a deleted record that is there again is one entry', () => {
  assert.deepEqual(
    shown([event('note.restored', '09:10', {}, 'n'), event('note.deleted', '09:00', {}, 'n')]),
    ['note.deleted 09:00 and back'],
  );
});

test('within a minute, what people said comes first', () => {
  const change = event('client.updated', '09:00', { status: ['lead', 'active'] });
  const note = event('note.created', '09:00', {}, 'note');
  assert.deepEqual(shown([change, note]), ['note.created 09:00', 'client.updated 09:00']);
});

test('days begin at midnight of the zone', () => {
  const days = daysOf([event('client.updated', '23:30', { status: ['a', 'b'] })], 'Europe/Berlin', said);
  assert.deepEqual(
    days.map(({ day }) => day),
    ['2026-11-30'],
  );
});
