import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RecordData } from '../data.ts';
import { countsOf, deletingJob, editingJob, isWhole, PORTION, rest, undoing, uuidsOf } from './job.ts';

const recordOf = (number: number, account_uuid = 'a') =>
  ({
    uuid: `r${number}`,
    account_uuid,
    version: 1,
    status: 'lead',
    tags: [`t${number}`],
  }) as unknown as RecordData;

test('each portion is about one Account, and as large as the API takes', () => {
  const many = Array.from({ length: PORTION + 1 }, (_, number) => recordOf(number));
  const { portions } = editingJob([...many, recordOf(-1, 'b')], () => ({ status: 'active' }));
  assert.deepEqual(
    portions.map(({ account_uuid, operations }) => [account_uuid, operations.length]),
    [
      ['a', PORTION],
      ['a', 1],
      ['b', 1],
    ],
  );
});

test('undoing gives each record that was changed what it had, unless it was changed since', () => {
  const records = [recordOf(1), recordOf(2), recordOf(3)];
  const job = editingJob(records, ({ tags }) => ({ tags: [...tags, 'new'] }));
  const done = { ...job, reached: [[2, null, 2]] };
  assert.deepEqual(undoing(done).portions[0]?.operations, [
    { action: 'update', uuid: 'r1', version: 2, data: { tags: ['t1'] } },
    { action: 'update', uuid: 'r3', version: 2, data: { tags: ['t3'] } },
  ]);
  assert.deepEqual([countsOf(done), uuidsOf(rest(done))], [{ all: 3, tried: 3, done: 2 }, ['r2']]);
});

test('of what was broken off, only what was reached is undone', () => {
  const many = Array.from({ length: PORTION + 1 }, (_, number) => recordOf(number));
  const job = { ...deletingJob(many), reached: [many.slice(0, PORTION).map(() => 0)] };
  assert.equal(isWhole(job), false);
  const { portions } = undoing(job);
  assert.deepEqual([portions.length, portions[0]!.operations[0]], [1, { action: 'restore', uuid: 'r0' }]);
  assert.deepEqual(uuidsOf(rest(job)), [`r${PORTION}`]);
});
