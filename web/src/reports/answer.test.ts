import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ReportTable, ReportTables } from '@rapport/contract/reports';
import { answerOf, rowsOf } from './answer.ts';

type Units = Record<string, 'count' | 'amount'>;

/** A table of these columns. Each row has its label and its figures in their order. */
function table(name: string, units: Units, rows: [string, ...number[]][], currency = 'EUR'): ReportTable {
  const names = Object.keys(units);
  const figures = (values: number[]) =>
    names.map((name, index) => ({ name, value: values[index]!, list: null }));
  return {
    name,
    currency,
    columns: names.map((name) => ({ name, unit: units[name]! })),
    rows: rows.map(([label, ...values]) => ({ key: label, label, figures: figures(values) })),
    totals: figures(names.map((_, index) => rows.reduce((sum, row) => sum + (row[index + 1] as number), 0))),
  } as ReportTable;
}

const answer = (name: string, ...tables: ReportTable[]) =>
  answerOf({ name, tables } as unknown as ReportTables);

const CLOSED: Units = { won_count: 'count', won_amount: 'amount', lost_count: 'count' };
const STAGES: Units = { count: 'count', amount: 'amount', weighted: 'amount' };

test('the answer of what was won is the latest month, compared with the one before', () => {
  const found = answer(
    'won-and-lost',
    table('months', CLOSED, [
      ['2026-09', 20, 100, 0],
      ['2026-10', 34, 112, 2],
      ['2026-11', 0, 0, 0],
    ]),
  );
  assert.deepEqual(found, {
    figure: 'Oct 2026: €112 won',
    said: '34 Deals, 12 % more than in Sep 2026. 2 were lost.',
  });
});

test('a month after one without a sale is compared with nothing', () => {
  const months = table('months', CLOSED, [
    ['2026-10', 0, 0, 1],
    ['2026-11', 1, 50, 0],
  ]);
  assert.equal(answer('won-and-lost', months)?.said, '1 Deal.');
});

test('the answer names the stages whose amounts nothing weighs', () => {
  const found = answer(
    'pipeline',
    table('stages', STAGES, [
      ['Lead', 2, 100, 0],
      ['Offer', 1, 50, 25],
      ['Negotiation', 0, 0, 0],
    ]),
  );
  assert.equal(found?.figure, '€150');
  assert.equal(found?.said, 'in 3 open Deals, €25 by their chances.');
  assert.equal(found?.hint, 'No probability, so nothing weighted: Lead.');
});

test('the answer is of the currency in which most is at stake', () => {
  const small = table('stages', STAGES, [['Lead', 1, 10, 5]], 'USD');
  const large = table('stages', STAGES, [['Lead', 1, 90, 45]], 'EUR');
  assert.equal(answer('pipeline', small, large)?.figure, '€90');
});

test('rows of zeros are left out, but every stage is named', () => {
  const rows: [string, number, number, number][] = [
    ['A', 0, 0, 0],
    ['B', 1, 1, 1],
  ];
  const labels = (name: string) => rowsOf(table(name, STAGES, rows)).map(({ label }) => label);
  assert.deepEqual(labels('reasons'), ['B']);
  assert.deepEqual(labels('stages'), ['A', 'B']);
});

test('a report without figures has no answer', () => {
  assert.equal(answer('pipeline', table('stages', STAGES, [['Lead', 0, 0, 0]])), null);
  assert.equal(answer('new-clients'), null);
});
