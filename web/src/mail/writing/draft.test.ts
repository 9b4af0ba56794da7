import assert from 'node:assert/strict';
import test from 'node:test';
import { signedAnew } from './draft.ts';

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
