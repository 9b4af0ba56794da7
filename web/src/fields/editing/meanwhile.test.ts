import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Event } from '@rapport/contract/events';
import type { RecordData } from '../data.ts';
import { plainViewAt } from '../plain-view.ts';
import { fieldPart } from '../record.ts';
import { fieldOf } from '../view.ts';
import { changeOf } from './meanwhile.ts';

const title = fieldPart(fieldOf(plainViewAt('/deals')!, 'title')!);
const base = { uuid: 'd', version: 3, title: 'Oil', source: null } as unknown as RecordData;
/** What an event says of the record; `uuid` is that of the event. */
const event = (uuid: string, data: object) => ({ uuid, data: { ...base, ...data } }) as unknown as Event;

test('a part that nobody else has changed is in no conflict', () => {
  assert.equal(changeOf(title, base, []), undefined);
  assert.equal(changeOf(title, base, [event('b', { source: 'fair' })]), undefined);
});

test('of several changes that one is named by which the part is as it is now', () => {
  const told = [
    event('c', { title: 'Gas', source: 'fair' }),
    event('b', { title: 'Gas' }),
    event('a', { title: 'Wind' }),
  ];
  assert.equal(changeOf(title, base, told)?.uuid, 'b');
  assert.equal(changeOf(title, base, told.slice(0, 2))?.uuid, 'b');
});

test('a part that was changed and changed back is as it was', () => {
  assert.equal(
    changeOf(title, base, [event('b', { title: 'Oil' }), event('a', { title: 'Gas' })]),
    undefined,
  );
});
