import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RecordData } from '../../fields/data.ts';
import { bulkDeletion, bulkEdit, countsOf, isWhole, PORTION, rest, uuidsOf } from './bulk.ts';

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
  const { portions } = bulkEdit([...many, recordOf(-1, 'b')], () => ({ status: 'active' }));
  assert.deepEqual(
    portions.map(({ account_uuid, operations }) => [account_uuid, operations.length]),
    [
      ['a', PORTION],
      ['a', 1],
      ['b', 1],
    ],
  );
});

test('what was refused or not reached is left for another try', () => {
  const many = Array.from({ length: PORTION + 1 }, (_, number) => recordOf(number));
  const reached = [many.slice(0, PORTION).map((_, number) => (number === 1 ? null : 0))];
  const bulk = { ...bulkDeletion(many), reached };
  assert.equal(isWhole(bulk), false);
  assert.deepEqual(countsOf(bulk), { all: PORTION + 1, tried: PORTION, done: PORTION - 1 });
  assert.deepEqual(uuidsOf(rest(bulk)), ['r1', `r${PORTION}`]);
});
