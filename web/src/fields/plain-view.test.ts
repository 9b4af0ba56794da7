import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RecordDefinition } from '@rapport/contract/records/define-record';
import { INVOICE } from '../../../server/src/crm/testing/invoices.ts';
import { plainView, plainViewAt } from './plain-view.ts';
import { viewOf } from './view-of.ts';

test('a kind that says nothing about its pages has a table, a form and a page by its definition', () => {
  const view = plainView(INVOICE as unknown as RecordDefinition);
  assert.deepEqual([view.path, view.title, view.texts.title], ['/invoices', 'number', 'Invoices']);
  assert.deepEqual(view.default_columns, ['number', 'client_uuid', 'amount', 'status', 'updated_at']);
  assert.deepEqual(view.new_fields, ['number', 'client_uuid', 'amount', 'status']);
  const status = view.fields.find(({ name }) => name === 'status')!;
  assert.deepEqual([status.label, status.choices], ['Status', { open: 'Open', paid: 'Paid' }]);
  assert.deepEqual([status.isSortable, status.isFilterable], [false, true]);
  const client = view.fields.find(({ name }) => name === 'client_uuid')!;
  assert.deepEqual([client.label, client.type, client.to], ['Client', 'reference', 'client']);
  assert.equal(view.import_fields.amount, 'Amount');
});

test('a field by which a list sorts has a column, though its kind names none', () => {
  const own = { ...plainView(INVOICE as unknown as RecordDefinition), columns: ['number', 'status'] };
  const view = viewOf(INVOICE as unknown as RecordDefinition, {} as never, {}, own);
  assert.deepEqual(view.columns.slice(0, 3), ['number', 'status', 'amount']);
  assert.ok(!view.columns.includes('client_uuid'));
});

test('an address at which no kind has pages has no view', () => {
  assert.equal(plainViewAt('/nothing'), undefined);
  assert.equal(plainViewAt('/pipelines'), undefined);
});
