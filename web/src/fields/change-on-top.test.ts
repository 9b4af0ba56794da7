import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiProblem } from '../api/request.ts';
import { answerWith } from '../testing/answers.ts';
import { changeOnTop } from './change-on-top.ts';

type Deal = { version: number; stage: string; amount: string };
const PATH = '/api/v2/deals/d';
const seen: Deal = { version: 3, stage: 'lead', amount: '1' };
const mismatch = { status: 412, body: { code: 'version_mismatch', detail: 'Changed since.' } };

test('a change is made on top of what somebody else changed in other fields', async () => {
  const theirs = { ...seen, amount: '2', version: 4 };
  const both = { ...theirs, stage: 'offer', version: 5 };
  const sent = answerWith(mismatch, { body: { data: theirs } }, { body: { data: both } });
  assert.deepEqual((await changeOnTop<Deal>(PATH, seen, { stage: 'offer' })).saved, both);
  assert.deepEqual([sent[2]!.body, sent[2]!.headers['if-match']], [{ stage: 'offer' }, '"4"']);
});

test('a field that somebody else changed meanwhile is not overwritten', async () => {
  const sent = answerWith(mismatch, { body: { data: { ...seen, stage: 'won', version: 4 } } });
  await assert.rejects(changeOnTop<Deal>(PATH, seen, { stage: 'offer' }), ApiProblem);
  assert.equal(sent.length, 2);
});

test('a field that the User did not see may have any value', async () => {
  const sent = answerWith(
    mismatch,
    { body: { data: { ...seen, amount: '2', version: 4 } } },
    { body: { data: seen } },
  );
  await changeOnTop<Deal>(PATH, { version: 3, stage: 'lead' }, { stage: 'offer', amount: '5' });
  assert.equal(sent.length, 3);
});
