import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiProblem } from '../api/request.ts';
import { answerWith } from '../testing/answers.ts';
import type { RecordData } from './data.ts';
import { plainViewAt } from './plain-view.ts';
import { fieldPart, patchOnTop } from './record.ts';
import { fieldOf } from './view.ts';

const view = plainViewAt('/deals')!;
const base = { uuid: 'd', version: 3, title: 'Oil', source: null } as unknown as RecordData;
const title = fieldPart(fieldOf(view, 'title')!);
const mismatch = { status: 412, body: { code: 'version_mismatch', detail: 'Changed since.' } };

test('one field is saved with the version that was read', async () => {
  const sent = answerWith({ body: { data: { ...base, title: 'Gas', version: 4 } } });
  const outcome = await patchOnTop(view, base, title, 'Gas');
  assert.ok('saved' in outcome && outcome.saved.version === 4);
  assert.deepEqual([sent[0]!.body, sent[0]!.headers['if-match']], [{ title: 'Gas' }, '"3"']);
});

test('a field is saved on top of a change that somebody made to another field', async () => {
  const theirs = { ...base, source: 'fair', version: 4 };
  const saved = { ...theirs, title: 'Gas', version: 5 };
  const sent = answerWith(mismatch, { body: { data: theirs } }, { body: { data: saved } });
  const outcome = await patchOnTop(view, base, title, 'Gas');
  assert.deepEqual('saved' in outcome && outcome.saved, saved);
  assert.equal(sent[2]!.headers['if-match'], '"4"');
});

test('a field that somebody else changed meanwhile is not overwritten: both values come back', async () => {
  const theirs = { ...base, title: 'Wind', version: 4 };
  const sent = answerWith(mismatch, { body: { data: theirs } });
  assert.deepEqual(await patchOnTop(view, base, title, 'Gas'), { theirs });
  assert.equal(sent.length, 2);
});

test('an amount is not saved beside a currency that somebody else gave it meanwhile, nor the reverse', async () => {
  const deal = { ...base, amount: '500.00', currency: 'EUR' } as unknown as RecordData;
  for (const [name, value, other] of [
    ['amount', '700', { currency: 'USD' }],
    ['currency', 'USD', { amount: '900.00' }],
  ] as const) {
    const theirs = { ...deal, ...other, version: 4 };
    answerWith(mismatch, { body: { data: theirs } });
    assert.deepEqual(await patchOnTop(view, deal, fieldPart(fieldOf(view, name)!), value), { theirs });
  }
});

test('the same value in another order of keys is no change by somebody else', async () => {
  const [mine, theirs] = [
    { a: 1, b: 2 },
    { b: 2, a: 1 },
  ];
  const part = { id: 'c', label: 'C', of: (one: RecordData) => one.custom, put: () => ({ custom: {} }) };
  const record = { ...base, custom: mine } as unknown as RecordData;
  const changed = { ...record, custom: theirs, version: 4 };
  answerWith(mismatch, { body: { data: changed } }, { body: { data: { ...changed, version: 5 } } });
  assert.ok('saved' in (await patchOnTop(view, record, part, {})));
});

test('any other refusal of a save is thrown', async () => {
  answerWith({ status: 403, body: { code: 'role_insufficient', detail: 'No.' } });
  await assert.rejects(patchOnTop(view, base, title, 'Gas'), ApiProblem);
});

test('a day that gets a time is saved as a time, and as a day when the time goes', () => {
  const due = fieldPart(fieldOf(plainViewAt('/tasks')!, 'due_on')!);
  assert.deepEqual(due.put(base, '2026-12-01T09:00:00Z'), { due_at: '2026-12-01T09:00:00Z' });
  assert.deepEqual(due.put(base, '2026-12-01'), { due_on: '2026-12-01', due_at: null });
});
