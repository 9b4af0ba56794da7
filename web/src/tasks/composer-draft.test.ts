import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Draft, EMPTY, isWhole, toBody } from './composer-draft.ts';

const draft = (given: Partial<Draft>): Draft => ({ ...EMPTY, ...given });

test('a note needs a text, a task a title, and a past activity one of title and outcome', () => {
  assert.equal(isWhole(draft({ mode: 'note', body: ' ' })), false);
  assert.equal(isWhole(draft({ mode: 'note', body: 'Called' })), true);
  assert.equal(isWhole(draft({ mode: 'task', outcome: 'Done' })), false);
  assert.equal(isWhole(draft({ mode: 'task', title: 'Call' })), true);
  assert.equal(isWhole(draft({ mode: 'log', outcome: 'Done' })), true);
});

test('a note keeps its text as it was typed and belongs to its writer', () => {
  assert.deepEqual(toBody(draft({ mode: 'note', body: ' a\n' }), 'me'), {
    path: '/api/v2/notes',
    body: { body: ' a\n', owner_uuid: 'me' },
  });
});

test('a task is assigned to its writer and due on the typed day or at the typed time', () => {
  const task = (due: string) => toBody(draft({ mode: 'task', title: ' Call ', due }), 'me').body;
  const own = { title: 'Call', assignee_uuid: 'me', owner_uuid: 'me' };
  assert.deepEqual(task(''), own);
  assert.deepEqual(task('2026-12-01'), { ...own, due_on: '2026-12-01' });
  assert.deepEqual(task('2026-12-01T09:00:00Z'), { ...own, due_at: '2026-12-01T09:00:00Z' });
});

test('a past activity is a completed task, named by its type if it has no subject', () => {
  const { body } = toBody(draft({ mode: 'log', type: 'call', outcome: ' Reached ' }), undefined);
  assert.deepEqual(body, { title: 'Call', type: 'call', status: 'completed', outcome: 'Reached' });
});
