import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RecordData } from '../../fields/data.ts';
import { findPlaces } from './places.ts';

/** A list of the service, in its order. */
function service(order: string[]) {
  const asked: string[][] = [];
  const ask = async (uuids: string[]) => {
    asked.push(uuids);
    assert.ok(uuids.length <= 200);
    return order.filter((uuid) => uuids.includes(uuid)).map((uuid) => ({ uuid }) as RecordData);
  };
  return { asked, ask };
}

const numbers = (count: number) => Array.from({ length: count }, (_, n) => `r${n}`);

test('records are placed among 10,000 rows by two requests, at the ends as well', async () => {
  const rows = numbers(10_000);
  for (const place of [0, 1, 149, 4_321, 9_999, 10_000]) {
    const { ask, asked } = service(rows.toSpliced(place, 0, 'new'));
    assert.deepEqual(await findPlaces(ask, ['new'], rows), [{ record: { uuid: 'new' }, place }]);
    assert.equal(asked.length, 2);
  }
});

test('fifty records in different places are found by few requests, in the order of the list', async () => {
  const rows = numbers(10_000);
  const order = rows.flatMap((row, n) => (n % 200 === 77 ? [`new${n}`, row] : [row]));
  const wanted = order.filter((uuid) => uuid.startsWith('new'));
  const { ask, asked } = service(order);
  const placed = await findPlaces(ask, wanted.toReversed(), rows);
  assert.deepEqual(
    placed.map(({ record, place }) => [record.uuid, place]),
    wanted.map((uuid) => [uuid, Number(uuid.slice(3))]),
  );
  assert.ok(asked.length <= 8, String(asked.length));
});

test('what the list lacks is left out, and rows that are gone by now do no harm', async () => {
  const rows = numbers(1_000);
  const there = rows.filter((_, n) => n % 3 !== 0).toSpliced(400, 0, 'new');
  const { ask } = service(there);
  const [placed, ...others] = await findPlaces(ask, ['new', 'deleted'], rows);
  assert.deepEqual(others, []);
  assert.equal(placed!.record.uuid, 'new');
  const after = there.indexOf('new') + 1;
  assert.ok(placed!.place <= rows.indexOf(there[after]!));
  assert.ok(placed!.place > rows.indexOf(there[after - 2]!));
});

test('an empty list takes all', async () => {
  const { ask } = service(['a', 'b']);
  assert.deepEqual(
    (await findPlaces(ask, ['b', 'a'], [])).map(({ place }) => place),
    [0, 0],
  );
});
