import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plainViewAt } from '../../fields/plain-view.ts';
import { fieldOf } from '../../fields/view.ts';
import { errorsOf, faultsOf, firstText, knownBy, pointerOf, valuesOf } from './new-values.ts';

const clients = plainViewAt('/clients')!;
const deals = plainViewAt('/deals')!;
const field = (name: string) => fieldOf(clients, name)!;
const typed = (texts: Record<string, string>) => (of: { name: string }) => texts[of.name] ?? '';

test('only what was typed is sent, as the API expects it', () => {
  const fields = [field('name'), field('website'), field('emails')];
  const emails = JSON.stringify([{ value: 'ada@example.com', primary: true }]);
  assert.deepEqual(valuesOf(fields, typed({ name: 'Oil', emails })), {
    name: 'Oil',
    emails: [{ value: 'ada@example.com', primary: true }],
  });
});

test('keys of one’s own are sent together, in the field of the API that holds them', () => {
  const fields = [field('custom.colour'), field('custom.size')];
  assert.deepEqual(valuesOf(fields, typed({ 'custom.colour': 'red', 'custom.size': 'large' })), {
    custom: { colour: 'red', size: 'large' },
  });
});

test('a field points to its value, a key with a slash or a tilde too', () => {
  assert.equal(pointerOf({ name: 'emails' }), '/emails');
  assert.equal(pointerOf({ name: 'custom.a/b~c', custom_key: 'a/b~c' }), '/custom/a~1b~0c');
});

test('a text that is no amount is a fault of its field, at the pointer of the field', () => {
  const fields = [fieldOf(deals, 'title')!, fieldOf(deals, 'amount')!];
  const faults = faultsOf(fields, typed({ title: 'Oil', amount: 'much' }));
  assert.deepEqual(Object.keys(faults), ['amount']);
  assert.deepEqual(errorsOf(fields, faults), { '/amount': faults.amount });
  assert.deepEqual(errorsOf(fields, {}), {});
});

test('a field begins with what the page gives, then by its type, then with its first choice', () => {
  assert.equal(firstText(field('name'), { name: 'Oil' }, {}), 'Oil');
  assert.equal(firstText(field('owner_uuid'), {}, { user: 'me' }), 'me');
  assert.equal(firstText(field('kind'), {}, {}), Object.keys(field('kind').choices ?? {})[0]);
  assert.equal(firstText(field('custom.colour'), {}, { undeclared: 'red' }), '');
});

test('a record is looked for by its name, addresses and website, and never by its kind alone', () => {
  const choices = { kind: 'person', status: 'lead' };
  assert.deepEqual(knownBy(clients, { ...choices, industry: 'Oil' }), {});
  assert.deepEqual(knownBy(clients, { ...choices, name: 'Ada', industry: 'Oil' }), {
    ...choices,
    name: 'Ada',
  });
  for (const way of ['last_name', 'emails', 'phones', 'website']) {
    assert.deepEqual(knownBy(clients, { [way]: 'x' }), { [way]: 'x' });
  }
});
