import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refuseEmail, refuseName, refusePassword } from './rules.ts';

test('what is wrong with a field is said in a sentence that begins with its pointer', () => {
  const refusals = [refuseEmail('nowhere'), refuseName(' '), refusePassword('short', '/new_password')];
  for (const error of refusals.flatMap((refusal) => refusal!.errors))
    assert.ok(error.detail.startsWith(`${error.pointer} must `), error.detail);
});
