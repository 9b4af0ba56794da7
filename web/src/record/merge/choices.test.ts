import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RecordData } from '../../fields/data.ts';
import { plainViewAt } from '../../fields/plain-view.ts';
import { differencesOf, takeOf, withChoice } from './choices.ts';

const view = plainViewAt('/deals')!;
const deal = (amount: string | null, currency: string | null) =>
  ({ uuid: 'd', version: 1, title: 'Oil', amount, currency }) as unknown as RecordData;

test('an amount and its currency are chosen of one record', () => {
  const filled = differencesOf(view, deal(null, 'EUR'), deal('500.00', 'USD'));
  assert.deepEqual(
    filled.map(({ name, usual }) => [name, usual]),
    [
      ['amount', 'from'],
      ['currency', 'from'],
    ],
  );
  const both = differencesOf(view, deal('500.00', 'EUR'), deal('7000', 'JPY'));
  const chosen = withChoice(both, {}, 'currency', 'from');
  assert.deepEqual(takeOf(both, chosen), { amount: 'from', currency: 'from' });
});
