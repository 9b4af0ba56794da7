import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiProblem } from '../api/request.ts';
import { common } from '../texts/common.ts';
import { errorBeside, fieldErrors, sayOf } from './draft.ts';

const problem = new ApiProblem(422, {
  code: 'fields_invalid',
  errors: [{ pointer: '/emails/0/value', code: 'wrong_format', detail: '/emails/0/value is no address.' }],
});

test('the text beside a field names it by a word and never speaks of null', () => {
  assert.equal(sayOf('Amount', '/amount must be a number or null.'), 'Amount must be a number.');
});

test('the faults of a refusal stand beside their fields', () => {
  assert.deepEqual(fieldErrors(problem), { '/emails/0/value': `${common.thisField} is no address.` });
  assert.deepEqual(fieldErrors(new Error('lost')), {});
});

test('a refusal is said above the form unless the fields beside it say all', () => {
  assert.equal(errorBeside(problem, '/emails/0/value'), null);
  assert.equal(errorBeside(problem, '/name'), problem);
  const lost = new ApiProblem(0, { detail: 'No connection.' });
  assert.equal(errorBeside(lost, '/name'), lost);
});
