import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEAL } from '@rapport/contract/records/deals';
import { viewOf } from '../../fields/view-of.ts';
import { DEAL_LABELS } from '../../texts/deals.ts';
import {
  changesFor,
  faultOf,
  filterable,
  operatorsOf,
  sayFilter,
  sayShown,
  shownFilters,
  valueFor,
} from './filterable.ts';

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
      ['date', 'within', ''],
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
  assert.equal(valueFor(named('amount'), 'gte', '1.250,50', null), '1250.5');
  assert.equal(valueFor(named('amount'), 'gte', '1.250,50', 'EUR'), '1250.5 EUR');
  assert.equal(valueFor(named('amount'), 'gte', '1,250 usd', 'EUR'), '1250 USD');
  assert.equal(faultOf(named('amount'), 'gte', '1.250,50'), null);
  assert.match(faultOf(named('amount'), 'gte', 'many')!, /must be a number/);
  assert.equal(valueFor(named('closed_at'), 'gte', 'today-7d', 'EUR'), 'today-7d');
});

test('a filter is said in the words of the page', () => {
  const say = (parameter: string, value: string) => sayFilter(view, parameter, value, { u1: 'Siemens' });
  assert.equal(say('filter[amount][gte]', '1000'), 'Amount is at least 1,000');
  assert.equal(say('filter[amount][gte]', '1000 EUR'), 'Amount is at least €1,000');
  assert.equal(say('filter[expected_close_on][lte]', 'today+7d'), 'Expected is until in a week');
  assert.equal(say('filter[expected_close_on][lte]', 'today 30d'), 'Expected is until in 30 days');
  assert.equal(say('filter[owner_uuid]', 'me'), 'Owner is me');
  assert.equal(say('filter[client_uuid]', 'u1'), 'Client is Siemens');
  assert.equal(say('filter[custom.founded][is_null]', 'false'), 'founded is not empty');
});

test('a period is two conditions of the address, and one filter for people', () => {
  const changes = changesFor(named('closed_at'), 'within', 'month-1');
  const search = { 'filter[status]': 'won', ...changes };
  assert.deepEqual(Object.fromEntries(Object.entries(search).filter(([, value]) => value)), {
    'filter[status]': 'won',
    'filter[closed_at][gte]': 'month-1',
    'filter[closed_at][lt]': 'month',
  });
  const said = shownFilters(search).map((shown) => sayShown(view, shown, {}));
  assert.deepEqual(said, ['Status is won', 'Closed: last month']);
});

test('a month by name stays that month, and two conditions that are no period stay two', () => {
  const say = (search: Record<string, string | undefined>) =>
    shownFilters(search).map((shown) => sayShown(view, shown, {}));
  assert.deepEqual(say(changesFor(named('expected_close_on'), 'within', '2027-01')), [
    'Expected: January 2027',
  ]);
  const between = {
    'filter[expected_close_on][gte]': 'today',
    'filter[expected_close_on][lt]': 'year+1',
  };
  assert.deepEqual(say(between), ['Expected is from today', 'Expected is before the start of next year']);
});

test('a range of one day is said as that day, also from an address whose plus is not escaped', () => {
  const say = (gte: string, until: object) => {
    const ends = Object.entries({ gte, ...until }).map(([name, day]) => [`filter[closed_at][${name}]`, day]);
    return shownFilters(Object.fromEntries(ends)).map((shown) => sayShown(view, shown, {}));
  };
  const today = say('today', { lt: 'today+1d' });
  assert.match(today.join(), /^\w+: today$/);
  assert.deepEqual(say('today', { lt: 'today 1d' }), today);
  assert.deepEqual(say('today', { lte: 'today' }), today);
  assert.match(say('today 1d', { lt: 'today 2d' }).join(), /^\w+: tomorrow$/);
  assert.equal(say('today', { lte: 'today+1d' }).length, 2);
});
