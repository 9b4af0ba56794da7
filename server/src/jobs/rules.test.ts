import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseTurns, type DueJob, RETRIES_MS, retryAt } from './rules.ts';

const due = (owner_uuid: string, place: number, second: number): DueJob => ({
  uuid: `${owner_uuid}${place}`,
  type: 'test',
  owner_uuid,
  place,
  due_at: `2026-11-20T09:20:0${second}.000+00:00`,
});

function chosen(jobs: DueJob[], left: number, served: [string, number][] = []): string[] {
  const lane = { left };
  return chooseTurns(jobs, new Map(served), () => lane).map(({ uuid }) => uuid);
}

test('each owner has one turn before any has a second', () => {
  const jobs = [due('a', 1, 1), due('a', 2, 2), due('a', 3, 3), due('b', 1, 4), due('c', 1, 5)];
  assert.deepEqual(chosen(jobs, 4), ['a1', 'b1', 'c1', 'a2']);
});

test('the owner that was served longest ago comes first, and one that never was before all', () => {
  const jobs = [due('a', 1, 1), due('b', 1, 2), due('c', 1, 3)];
  const served: [string, number][] = [
    ['b', 1],
    ['a', 2],
  ];
  assert.deepEqual(chosen(jobs, 3, served), ['c1', 'b1', 'a1']);
});

test('no more are chosen than there is room for', () => {
  assert.deepEqual(chosen([due('a', 1, 1), due('b', 1, 2)], 1), ['a1']);
  assert.deepEqual(chosen([due('a', 1, 1)], 0), []);
});

test('a step is tried again after each of its pauses, and then no more', () => {
  const now = new Date('2026-11-20T09:20:00Z');
  assert.equal(retryAt(1, now, [5_000, 9_000])?.toISOString(), '2026-11-20T09:20:05.000Z');
  assert.equal(retryAt(2, now, [5_000, 9_000])?.toISOString(), '2026-11-20T09:20:09.000Z');
  assert.equal(retryAt(3, now, [5_000, 9_000]), null);
  assert.notEqual(retryAt(RETRIES_MS.length, now), null);
});
