import assert from 'node:assert/strict';
import test from 'node:test';
import type { WholeMail } from '@rapport/contract/mail';
import { MAIL_FILES_MAX } from '@rapport/contract/outgoing-mails';
import { forwardOf, signedAnew, toBody } from './draft.ts';

test('a signature comes into a text that had none, above what it quotes', () => {
  const quoted = 'Grace wrote on May 3:\n\n> Dear Ada,\n>\n> yes.';
  assert.equal(signedAnew(`Hello.\n\n${quoted}`, '', 'Ada'), `Hello.\n\n-- \nAda\n\n${quoted}`);
  assert.equal(signedAnew(`\n\n${quoted}`, '', 'Ada'), `\n\n-- \nAda\n\n${quoted}`);
  assert.equal(signedAnew('Hello.\n', '', 'Ada'), 'Hello.\n\n-- \nAda');
  assert.equal(signedAnew('', '', 'Ada'), '\n\n-- \nAda');
  assert.equal(signedAnew('> Yes.\n\nAgreed.', '', 'Ada'), '> Yes.\n\nAgreed.\n\n-- \nAda');
});

test('a signature takes the place of the one before it, and none takes it away', () => {
  assert.equal(signedAnew('Hello.\n\n-- \nAda\n\n> Yes.', 'Ada', '$& A.'), 'Hello.\n\n-- \n$& A.\n\n> Yes.');
  assert.equal(signedAnew('Hello.\n\n-- \nAda', 'Ada', ''), 'Hello.');
  assert.equal(signedAnew('Hello.', '', ''), 'Hello.');
});

test('a forwarded mail takes its attachments along, but for those that are left', () => {
  const attachments = Array.from({ length: MAIL_FILES_MAX + 1 }, (_, index) => ({
    number: index + 1,
    name: `${index + 1}.pdf`,
    type: 'application/pdf',
    size_bytes: 10,
  }));
  const mail = { uuid: 'm', people: [], subject: 'Our offer', text: '', sent_at: '2026-05-03T10:00:00Z' };
  const draft = forwardOf({ ...mail, attachments } as unknown as WholeMail);
  const [first, ...rest] = draft.attachments;
  const from = { resource: 'contact', uuid: 'c', account_uuid: 'a' } as const;
  const body = toBody({ ...draft, attachments: [{ ...first!, isLeft: true }, ...rest] }, from, []);
  const numbers = body.attachments!.map(({ number }) => number);
  assert.deepEqual([numbers[0], numbers.at(-1), numbers.length], [2, MAIL_FILES_MAX, MAIL_FILES_MAX - 1]);
  assert.deepEqual(body.attachments![0], { mail_uuid: 'm', number: 2 });
});
