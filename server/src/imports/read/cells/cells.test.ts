import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { currencyMeant } from '../../../platform/cells/currency-signs.ts';
import { cutTo } from '../../../platform/cells/cut.ts';
import { dayOrderIn, readMoment } from '../../../platform/cells/days.ts';
import { decimalIn, readAmount, readNumber } from '../../../platform/cells/numbers.ts';
import { textOfHtml } from './html.ts';
import { plainLabel, valuesIn } from './lists.ts';
import { minutesIn } from './minutes.ts';
import { readEmail, readPhone, readWebsite } from './reach.ts';
import { withoutRepeats } from './street.ts';
import { readChoice, readEnding, readYes } from './words.ts';

describe('a day', () => {
  for (const [text, expected] of [
    ['2026-01-31', '2026-01-31'],
    ['2026-1-3', '2026-01-03'],
    ['20260131', '2026-01-31'],
    ['2026/01/31', '2026-01-31'],
    ['31.1.2026', '2026-01-31'],
    ['3.4.26', '2026-04-03'],
    ['31/01/2026', '2026-01-31'],
    ['3/4/2026', '2026-04-03'],
    ['31 January 2026', '2026-01-31'],
    ['31. Jänner 2026', '2026-01-31'],
    ['Jan 31, 2026', '2026-01-31'],
    ['31-Jan-26', '2026-01-31'],
    ['15 de marzo de 2026', '2026-03-15'],
    ['1er août 2026', '2026-08-01'],
    ['Sat, 31 Jan 2026', '2026-01-31'],
  ] as const) {
    test(`is read from "${text}"`, () => assert.equal(readMoment(text, 'dmy')?.day, expected));
  }

  test('is read month first when the file is so, unless it can only be the day', () => {
    assert.equal(readMoment('3/4/2026', 'mdy')?.day, '2026-03-04');
    assert.equal(readMoment('31/4/2026', 'mdy')?.day, undefined);
    assert.equal(readMoment('30/4/2026', 'mdy')?.day, '2026-04-30');
  });

  test('that does not exist is none', () => {
    for (const text of ['0/0/00', '2026-02-30', '31/31/2026', 'soon', '', '0000-00-00', '--0415', '12']) {
      assert.equal(readMoment(text, 'dmy'), null, text);
    }
  });

  test('may have a time and a zone', () => {
    assert.deepEqual(readMoment('2026-01-31 14:22', 'dmy'), {
      day: '2026-01-31',
      time: '14:22:00',
      zone: null,
    });
    assert.deepEqual(readMoment('2026-01-31T14:22:05.123Z', 'dmy'), {
      day: '2026-01-31',
      time: '14:22:05.123',
      zone: 'Z',
    });
    assert.deepEqual(readMoment('1/31/2026 2:22 PM', 'mdy'), {
      day: '2026-01-31',
      time: '14:22:00',
      zone: null,
    });
    assert.deepEqual(readMoment('2026-01-31T14:22:00+0200', 'dmy'), {
      day: '2026-01-31',
      time: '14:22:00',
      zone: '+02:00',
    });
    assert.deepEqual(readMoment('1769869325000', 'dmy'), { day: '2026-01-31', time: '14:22:05', zone: 'Z' });
    assert.equal(readMoment('2026-01-31 25:00', 'dmy'), null);
  });

  test('tells the order of the file when it can only be read in one way', () => {
    assert.equal(dayOrderIn('31/01/2026'), 'dmy');
    assert.equal(dayOrderIn('01/31/2026 10:00'), 'mdy');
    assert.equal(dayOrderIn('3/4/2026'), 'either');
    assert.equal(dayOrderIn('4/4/2026'), null);
    assert.equal(dayOrderIn('2026-01-31'), null);
  });
});

describe('a number', () => {
  for (const [text, decimal, expected] of [
    ['1234.5', '.', '1234.5'],
    ['1,234.50', '.', '1234.50'],
    ['1.234,50', ',', '1234.50'],
    ['1,234', '.', '1234'],
    ['1,234', ',', '1.234'],
    ['1.234', ',', '1234'],
    ['0.125', ',', '0.125'],
    ['-0,125', '.', '-0.125'],
    ['1.234.567', '.', '1234567'],
    ['(500)', '.', '-500'],
    ['12,5', '.', '12.5'],
    ['1,00,000', '.', '100000'],
    ['N/A', '.', null],
    ['12 apples', '.', null],
    ['VAT 19', '.', null],
    ['$ 12', '.', null],
    ['1.200,-', ',', '1200'],
    ['12-', '.', '-12'],
    ['1.2.3,4,5', '.', null],
  ] as const) {
    test(`"${text}" with "${decimal}" is ${expected}`, () =>
      assert.equal(readNumber(text, decimal), expected));
  }

  test('tells the sign of the file when it can only be read in one way', () => {
    assert.equal(decimalIn('1.234,5'), ',');
    assert.equal(decimalIn('12.5'), '.');
    assert.equal(decimalIn('1.234'), 'either');
    assert.equal(decimalIn('0.125'), '.');
    assert.equal(decimalIn('1,234,567'), '.');
    assert.equal(decimalIn('1234'), null);
  });
});

describe('an amount', () => {
  for (const [text, digits, sign] of [
    ['1,234.50', '1234.50', null],
    ['€ 1.234,50', '1234.50', '€'],
    ['1 234,50 €', '1234.50', '€'],
    ["CHF 1'234.50", '1234.50', 'CHF'],
    ['-$12.5', '-12.5', '$'],
    ['($500.00)', '-500.00', '$'],
    ['US$ 12', '12', 'US$'],
    ['$5 USD', '5', 'USD'],
    ['Rs.500', '500', 'Rs.'],
    ['1200 eur', '1200', 'eur'],
    ['¥1200', '1200', '¥'],
    ['1.200,– €', '1200', '€'],
  ] as const) {
    test(`is read from "${text}"`, () => assert.deepEqual(readAmount(text, '.'), { digits, sign }));
  }
  for (const text of ['VAT 19', 'XYZ 5', '€5 USD', '5 apples', '$', 'EUR']) {
    test(`is not read from "${text}"`, () => assert.equal(readAmount(text, '.'), null));
  }

  test('has the currency of its sign: where there are several, that of the Account if it is one', () => {
    for (const [sign, home, meant] of [
      ['€', 'USD', 'EUR'],
      ['$', 'CAD', 'CAD'],
      ['$', 'EUR', null],
      ['$', null, null],
      ['US$', 'CAD', 'USD'],
      ['kr', 'DKK', 'DKK'],
      ['¥', 'EUR', null],
      ['XYZ', 'EUR', null],
    ] as const) {
      assert.equal(currencyMeant(sign, home), meant, `${sign} at ${home}`);
    }
  });
});

test('an e-mail address is taken out of what surrounds it, and checked', () => {
  assert.equal(readEmail(' Ann B. <ann@example.com> '), 'ann@example.com');
  assert.equal(readEmail('mailto:ann@example.com'), 'ann@example.com');
  assert.equal(readEmail('ann\u200b@example.com'), 'ann@example.com');
  assert.equal(readEmail('n/a'), null);
});

test('a phone number stays as it is written, without what nobody sees', () => {
  assert.equal(readPhone('tel:+49 (0)89 123456'), '+49 (0)89 123456');
  assert.equal(readPhone('\u202d089 123456\u202c'), '089 123456');
});

test('a text is cut between its letters', () => {
  assert.equal(cutTo('ab😀', 4), 'ab😀');
  assert.equal(cutTo('ab😀', 3), 'ab');
});

test('a length of hours and minutes is minutes, and no other text is one', () => {
  const lengths = ['00:30', '1:05', '26:00', '00:12:40', '0:00:09', '00:00', '30', '00:75', 'soon'];
  assert.deepEqual(lengths.map(minutesIn), [30, 65, 1560, 13, 1, 0, null, null, null]);
});

test('a website gets its scheme', () => {
  assert.equal(readWebsite('www.3m.com'), 'https://www.3m.com');
  assert.equal(readWebsite('http://3m.com/a'), 'http://3m.com/a');
  assert.equal(readWebsite('n/a'), null);
});

test('a cell may hold several values', () => {
  assert.deepEqual(valuesIn('a@x.io ::: b@x.io'), ['a@x.io', 'b@x.io']);
  assert.deepEqual(valuesIn('1;2; 3'), ['1', '2', '3']);
  assert.deepEqual(valuesIn('["a","b"]'), ['a', 'b']);
  assert.deepEqual(valuesIn('[{"number":"123","callingCode":"+49"}]'), ['+49123']);
  assert.deepEqual(valuesIn('* myContacts ::: * Buyer').map(plainLabel), ['myContacts', 'Buyer']);
});

test('won, lost and done are known in several languages', () => {
  assert.equal(readEnding('Closed Won'), 'won');
  assert.equal(readEnding('closedlost'), 'lost');
  assert.equal(readEnding('Gewonnen'), 'won');
  assert.equal(readEnding('Proposal'), null);
  assert.equal(readYes('Erledigt'), true);
  assert.equal(readYes('NOT_STARTED'), false);
  assert.equal(readYes('maybe'), null);
  assert.equal(readChoice('task.type', ['todo', 'call'], 'Llamada'), 'call');
});

test('how a call went is known by the words of others', () => {
  const ends = ['none', 'reached', 'left_message', 'no_answer', 'busy', 'wrong_number'];
  const read = (text: string) => readChoice('task.call_outcome', ends, text);
  const words = ['Connected', 'Left voicemail', 'Left live message', 'No answer', 'Busy', 'Wrong number'];
  assert.deepEqual(words.map(read), [
    'reached',
    'left_message',
    'left_message',
    'no_answer',
    'busy',
    'wrong_number',
  ]);
  assert.equal(read('Call me maybe'), null);
  const ways = ['none', 'outgoing', 'incoming'];
  const way = (text: string) => readChoice('task.direction', ways, text);
  assert.deepEqual(['OUTBOUND', 'Inbound', 'eingehend'].map(way), ['outgoing', 'incoming', 'incoming']);
});

test('a note in HTML becomes Markdown, and a text with a sign of markup stays', () => {
  assert.equal(
    textOfHtml('<p>Call <b>Ann</b> &amp; Bob</p><ul><li>one</li><li>two</li></ul>'),
    'Call **Ann** & Bob\n\n- one\n- two',
  );
  assert.equal(textOfHtml('<a href="https://x.io">here</a>'), '[here](https://x.io)');
  assert.equal(textOfHtml('1 < 2 and a > b'), '1 < 2 and a > b');
});

test('a street leaves out the town and postal code that stand beside it', () => {
  const alone = (street: string) => withoutRepeats({ street, city: 'Köln', postal_code: '50667' }).street;
  assert.equal(alone('Hauptstraße 1, 50667 Köln, Germany'), 'Hauptstraße 1');
  assert.equal(alone('Kölner Straße 5, Haus 2,Köln'), 'Kölner Straße 5, Haus 2');
  assert.equal(alone('Köln, Hauptstraße 1'), 'Köln, Hauptstraße 1');
  assert.equal(alone('Hauptstraße 1, Kölner Hof'), 'Hauptstraße 1, Kölner Hof');
  assert.deepEqual(withoutRepeats({ street: '1 Main St, Springfield' }), {
    street: '1 Main St, Springfield',
  });
});
