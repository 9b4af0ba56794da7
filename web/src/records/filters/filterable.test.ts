import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEAL } from '@rapport/contract/records/deals';
import { DEAL_LABELS } from '../../texts/deals.ts';
import { viewOf } from '../view-of.ts';
import { faultOf, filterable, operatorsOf, sayFilter, valueFor } from './filterable.ts';

const view = viewOf(
  DEAL,
  { ...DEAL_LABELS, expected_close_on: 'Expected' },
  {},
  {
    texts: {} as never,
    columns: ['title', 'amount'],
    default_columns: [],
    phone_columns: [],
    new_fields: [],
  },
);
const fields = filterable(view, ['founded']);
const named = (name: string) => fields.find((field) => field.name === name)!;

test('a list is filtered by numbers, days, references, Users and custom fields', () => {
  assert.deepEqual(
    ['amount', 'expected_close_on', 'client_uuid', 'owner_uuid', 'contacts', 'custom.founded'].map((name) => [
      named(name).type,
      operatorsOf(named(name))[0],
      named(name).to.join(),
    ]),
    [
      ['number', 'gte', ''],
      ['date', 'gte', ''],
      ['uuid', 'eq', 'client'],
      ['user', 'eq', ''],
      ['links', 'eq', 'contact'],
      ['custom', 'eq', ''],
    ],
  );
  assert.deepEqual(
    fields.slice(0, 2).map(({ name }) => name),
    ['title', 'amount'],
  );
});

test('a number is taken as people write it, and a day as one that stays true tomorrow', () => {
  assert.equal(valueFor(named('amount'), 'gte', '1.250,50'), '1250.5');
  assert.equal(faultOf(named('amount'), 'gte', '1.250,50'), null);
  assert.match(faultOf(named('amount'), 'gte', 'many')!, /must be a number/);
  assert.equal(valueFor(named('closed_at'), 'gte', 'today-7d'), 'today-7d');
});

test('a filter is said in the words of the page', () => {
  const say = (parameter: string, value: string) => sayFilter(view, parameter, value, { u1: 'Siemens' });
  assert.equal(say('filter[amount][gte]', '1000'), 'Amount is at least 1000');
  assert.equal(say('filter[expected_close_on][lte]', 'today+7d'), 'Expected is until in a week');
  assert.equal(say('filter[owner_uuid]', 'me'), 'Owner is me');
  assert.equal(say('filter[client_uuid]', 'u1'), 'Client is Siemens');
  assert.equal(say('filter[custom.founded][is_null]', 'false'), 'founded is not empty');
});
