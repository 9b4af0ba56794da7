import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Draft, EMPTY, isWhole, spokenTo, toBody } from './composer-draft.ts';

const draft = (given: Partial<Draft>): Draft => ({ ...EMPTY, ...given });

test('a note needs a text and a task a title; that a call took place is enough', () => {
  assert.equal(isWhole(draft({ mode: 'note', body: ' ' })), false);
  assert.equal(isWhole(draft({ mode: 'note', body: 'Called' })), true);
  assert.equal(isWhole(draft({ mode: 'task', outcome: 'Done' })), false);
  assert.equal(isWhole(draft({ mode: 'task', title: 'Call' })), true);
  assert.equal(isWhole(draft({ mode: 'log' })), true);
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

const log = (given: Partial<Draft>) =>
  toBody(draft({ mode: 'log', ...given }), undefined, 'Europe/Berlin').body;

test('a past activity is a completed task, named by its type if it has no subject', () => {
  const body = log({ type: 'call', call_outcome: 'reached', length: '12', outcome: ' Takes it ' });
  const said = { direction: 'outgoing', call_outcome: 'reached', duration_min: 12, outcome: 'Takes it' };
  assert.deepEqual(body, { title: 'Call', type: 'call', status: 'completed', ...said });
});

test('a meeting has no direction, and an e-mail neither a length nor an end of a call', () => {
  const typed = { call_outcome: 'busy', length: '12', direction: 'incoming' };
  const meeting = { title: 'Meeting', type: 'meeting', status: 'completed', duration_min: 12 };
  assert.deepEqual(log({ ...typed, type: 'meeting' }), meeting);
  const mail = { title: 'E-mail', type: 'email', status: 'completed', direction: 'incoming' };
  assert.deepEqual(log({ ...typed, type: 'email' }), mail);
});

test('it took place at the given time, at noon of a given day, or now', () => {
  assert.equal('completed_at' in log({}), false);
  assert.equal(log({ when: '2026-11-24T09:00:00Z' }).completed_at, '2026-11-24T09:00:00Z');
  assert.equal(log({ when: '2026-11-24' }).completed_at, '2026-11-24T11:00:00.000Z');
});

test('whom one spoke to is a record beside that of the page', () => {
  assert.deepEqual(spokenTo(draft({ mode: 'log', with: 'contact u' })), { resource: 'contact', uuid: 'u' });
  assert.equal(spokenTo(draft({ mode: 'log' })), null);
  assert.equal(spokenTo(draft({ mode: 'task', with: 'contact u' })), null);
});
