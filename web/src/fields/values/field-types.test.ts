import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RecordData } from '../data.ts';
import { plainViewAt } from '../plain-view.ts';
import { fieldOf } from '../view.ts';
import type { Field, FieldType } from './field.ts';
import { choicesOf, FIELD_TYPES, sayField } from './field-types.ts';
import { kindOf } from './kind-of.ts';

const named = (type: FieldType, more: Partial<Field> = {}) => ({ name: 'value', type, ...more }) as Field;

/** A value of each type as the API answers it. */
const VALUES: Partial<Record<FieldType, unknown>> = {
  text: 'Oslo',
  url: 'https://example.com',
  markdown: '# Call\n\n- twice',
  choice: 'lead',
  language: 'de-AT',
  currency: 'EUR',
  boolean: true,
  number: 40,
  decimal: '1250.5',
  date: '2026-11-25',
  tags: ['vip', 'north'],
  emails: [{ value: 'ada@example.com', label: 'work', primary: true }],
  phones: [{ value: '+47 22 00 00 00', label: null, primary: true }],
  user: '0199a000-0000-7000-8000-000000000001',
  reference: '0199a000-0000-7000-8000-000000000002',
  links: [{ client_uuid: '0199a000-0000-7000-8000-000000000003', role: 'owner' }],
  long_text: 'one\ntwo',
  measure: -0.125,
  money: { amount: '1200.50', currency: 'EUR' },
  moment: '2027-01-15T09:00:00.000+00:00',
  choices: ['gold', 'silver'],
  page: 'https://example.com/a',
  answer: false,
};

for (const [type, value] of Object.entries(VALUES) as [FieldType, unknown][]) {
  test(`a value of the type ${type} that is opened and saved without typing stays the same`, () => {
    const kind = kindOf(named(type));
    const typed = kind.input === 'links' ? JSON.stringify(value) : kind.toText(value as never);
    const saved = kind.fromText(typed, value as never);
    // The service writes the decimals of the currency again.
    assert.deepEqual(type === 'money' ? { ...(saved as object), amount: '1200.50' } : saved, value);
  });
}

test('a required name that is emptied is sent as an empty text, any other text as null', () => {
  assert.equal(kindOf(named('text', { isRequired: true })).fromText(' ', '' as never), '');
  assert.equal(kindOf(named('text', { isRequired: false })).fromText(' ', '' as never), null);
});

test('an owner is chosen from the members, a language from its standard, a status from its choices', () => {
  assert.deepEqual(choicesOf(named('user'), { u: 'Ada' }), { u: 'Ada' });
  assert.ok('de' in choicesOf(named('language'))!);
  assert.deepEqual(choicesOf(named('choice', { choices: { won: 'Won' } }), { u: 'Ada' }), { won: 'Won' });
  assert.equal(choicesOf(named('text')), undefined);
});

test('the words for a value are its label, its name or its amount with the currency', () => {
  const say = (field: Field, value: unknown, more = {}, names = {}) =>
    sayField(field, { value, ...more } as unknown as RecordData, names);
  assert.equal(say(named('choice', { choices: { won: 'Won' } }), 'won'), 'Won');
  assert.equal(say(named('user'), 'u', {}, { u: 'Ada' }), 'Ada');
  assert.match(
    say(named('decimal', { currency: 'currency' }), '12.50', { currency: 'EUR' }),
    /€12\.50|12,50/,
  );
  assert.equal(say(named('tags'), ['vip', 'north']), 'vip, north');
  assert.equal(say(named('addresses'), [{ city: 'Oslo', country: 'NO' }]), 'Oslo, Norway');
  assert.equal(say(named('boolean', { label: 'Active' }), true), 'Active');
});

test('a field that nobody has filled in has no words, whatever its type', () => {
  for (const type of Object.keys(FIELD_TYPES) as FieldType[])
    for (const empty of [null, undefined, '', []])
      assert.equal(sayField(named(type), { value: empty } as unknown as RecordData, {}), '', type);
});

test('an amount has a fault beyond the decimals of the currency in its record', () => {
  const amount = fieldOf(plainViewAt('/deals')!, 'amount')!;
  const fault = (typed: string, currency: string) =>
    kindOf(amount).fault?.(typed, { currency } as unknown as RecordData);
  assert.equal(fault('12.50', 'EUR'), null);
  assert.notEqual(fault('12.50', 'JPY'), null);
});
