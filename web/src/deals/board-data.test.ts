import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Deal } from '@rapport/contract/records/deals';
import { type Column, columnsOf, staleDays, withMoved } from './board-data.ts';

const deal = { uuid: 'd', stage_uuid: 'a', amount: '100.00', currency: 'EUR' } as Deal;
const column = (uuid: string, deals: Deal[], amount: string): Column => ({
  uuid,
  name: uuid,
  rot_days: null,
  count: deals.length,
  sums: deals.length > 0 ? [{ currency: 'EUR', amount }] : [],
  deals,
});

test('a moved Deal takes its amount along, and comes first in its new stage', () => {
  const [from, to] = withMoved([column('a', [deal], '100.00'), column('b', [], '0')], deal, 'b');
  assert.deepEqual([from!.count, from!.sums, from!.deals], [0, [], []]);
  assert.deepEqual([to!.count, to!.sums, to!.deals[0]!.uuid], [1, [{ currency: 'EUR', amount: '100' }], 'd']);
});

test('a Deal that is won leaves the board', () => {
  const [from] = withMoved([column('a', [deal], '100.00')], deal, null);
  assert.equal(from!.count, 0);
});

test('a Deal is stale after the number of days that its stage allows', () => {
  const entered = { ...deal, stage_entered_at: '2026-11-01T12:00:00Z' };
  const at = Date.parse('2026-11-15T12:00:00Z');
  assert.deepEqual(
    [staleDays(entered, 14, at), staleDays(entered, 15, at), staleDays(entered, null, at)],
    [14, null, null],
  );
});

test('a stage without Deals has a column, too', () => {
  const stage = { uuid: 'a', name: 'Offer', probability: null, rot_days: 7 };
  const [offer] = columnsOf([stage], { pipeline_uuid: 'p', stages: [] });
  assert.deepEqual([offer!.name, offer!.count, offer!.sums], ['Offer', 0, []]);
});
