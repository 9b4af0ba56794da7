import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CustomField, CustomFieldVersion } from '@rapport/contract/custom-fields';
import { filterable } from '../lists/filters/filterable.ts';
import type { RecordData } from './data.ts';
import { withDeclared } from './declared-fields.ts';
import { plainViewAt } from './plain-view.ts';
import { fieldPart } from './record.ts';
import { definitionsAt, fieldFrom } from './values/declared.ts';
import { isMisfit, sayField } from './values/field-types.ts';
import { kindIn, kindOf } from './values/kind-of.ts';
import { fieldOf } from './view.ts';

const clients = plainViewAt('/clients')!;

const declared = (given: Partial<CustomField>): CustomField => ({
  uuid: given.key ?? 'renewal',
  account_uuid: 'one',
  resource: 'client',
  key: 'renewal',
  label: 'Renewal',
  help: null,
  group_name: null,
  type: 'date',
  options: [],
  required: false,
  unique: false,
  position: 1,
  archived_at: null,
  job_uuid: null,
  version: 1,
  created_at: '2026-01-01T00:00:00.000+00:00',
  updated_at: '2026-01-01T00:00:00.000+00:00',
  ...given,
});

const GOLD = { key: 'gold', label: 'Gold', color: null, archived: false };

const recordWith = (custom: object) => ({ custom }) as RecordData;

test('a declared field is a column, a filter and a bulk change, and its value is in custom', () => {
  const view = withDeclared(clients, [declared({})]);
  const field = fieldOf(view, 'custom.renewal')!;
  assert.deepEqual([field.label, field.type, field.isSortable], ['Renewal', 'date', true]);
  for (const names of [view.columns, view.bulk_fields, filterable(view).map(({ name }) => name)])
    assert.ok(names.includes('custom.renewal'));
  const part = fieldPart(field);
  const record = recordWith({ renewal: '2027-01-15', other: 1 });
  assert.equal(part.of(record), '2027-01-15');
  assert.deepEqual(part.put(record, '2027-02-01'), { custom: { other: 1, renewal: '2027-02-01' } });
});

test('an archived field is offered nowhere, and still names its values', () => {
  const view = withDeclared(clients, [declared({ archived_at: '2026-02-01T00:00:00.000+00:00' })]);
  assert.ok(!view.columns.includes('custom.renewal'));
  assert.ok(!filterable(view).some(({ name }) => name === 'custom.renewal'));
  assert.equal(fieldOf(view, 'custom.renewal')!.label, 'Renewal');
});

test('a key to which two Accounts give different types is a key without a field', () => {
  const two = [declared({}), declared({ account_uuid: 'two', type: 'number' })];
  assert.equal(fieldOf(withDeclared(clients, two), 'custom.renewal')!.type, 'undeclared');
  const same = [declared({}), declared({ account_uuid: 'two' })];
  assert.equal(fieldOf(withDeclared(clients, same), 'custom.renewal')!.type, 'date');
});

test('a value that is not of the type is shown and typed as it is', () => {
  for (const [type, value, said] of [
    ['date', 'soon', 'soon'],
    ['date', '2026 or later', '2026 or later'],
    ['time', 'Tuesday', 'Tuesday'],
    ['number', 'many', 'many'],
    ['number', [1], '[1]'],
    ['money', '12', '12'],
    ['choices', 'gold', 'gold'],
    ['boolean', 1, '1'],
  ] as const) {
    const field = fieldFrom(declared({ type }), clients.list);
    assert.equal(isMisfit(field, value), true, type);
    assert.equal(kindOf(field).toText(value as never), said, type);
    assert.equal(sayField(field, recordWith({ renewal: value }), {}), said, type);
  }
});

test('a number under a key without a field stays a number, and a text stays a text', () => {
  const field = fieldOf(clients, 'custom.size')!;
  assert.equal(kindIn(recordWith({ size: 12 }), field).fromText('13', 12 as never), 13);
  assert.equal(kindIn(recordWith({ size: '12' }), field).fromText('13', '12' as never), '13');
});

test('an old value is of the version under which it was written, not of the present one', () => {
  const field = declared({ type: 'choice', options: [{ ...GOLD, label: 'Golden' }], version: 3 });
  const at = (day: string) => `2026-0${day}T00:00:00.000+00:00`;
  const versions = [
    { version: 3, label: 'Plan', type: 'choice', options: field.options, since: at('3-01') },
    { version: 2, label: 'Plan', type: 'choice', options: [GOLD], since: at('2-01') },
    { version: 1, label: 'Plan', type: 'number', options: [], since: at('1-01') },
  ] satisfies CustomFieldVersion[];
  const labels = (when: string) =>
    definitionsAt(field, versions, when).map(({ type, options }) => options[0]?.label ?? type);
  assert.deepEqual(labels(at('2-15')), ['Gold', 'number']);
  assert.deepEqual(labels(at('3-15')), ['Golden', 'Gold', 'number']);
  assert.deepEqual(definitionsAt(field, versions, '2025-12-31T00:00:00Z'), []);
});
