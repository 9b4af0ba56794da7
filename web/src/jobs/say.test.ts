import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Job } from '@rapport/contract/jobs';
import { addressOf, percentOf, sayProgress, sayType } from './say.ts';

const time = '2026-03-01T09:00:00.000Z';
const job: Job = {
  uuid: 'a job',
  type: 'import',
  account_uuid: 'an account',
  subject_uuid: 'an import',
  resource: null,
  state: 'running',
  done_count: 1200,
  total_count: 5000,
  detail: null,
  result: null,
  created_at: time,
  updated_at: time,
  finished_at: null,
};

test('a running job says how much of how many is done', () => {
  assert.deepEqual([sayProgress(job), percentOf(job)], ['1,200 of 5,000', 24]);
});

test('a job that has done more than was counted is not above its size', () => {
  const more = { ...job, done_count: 5003 };
  assert.deepEqual([sayProgress(more), percentOf(more)], ['5,000 of 5,000', 100]);
});

test('a job without a known size says what is done, and nothing before its first step', () => {
  const unknown = { ...job, total_count: null };
  assert.deepEqual([sayProgress(unknown), percentOf(unknown)], ['1,200 done', null]);
  assert.equal(sayProgress({ ...unknown, done_count: 0 }), '');
});

test('a job that has ended says what it did, which may be less than was counted', () => {
  assert.equal(sayProgress({ ...job, state: 'completed', finished_at: time }), '1,200 done');
});

test('a job leads to what it works on', () => {
  const at = (type: string) => addressOf({ ...job, type, subject_uuid: 'it' });
  assert.equal(at('import'), '/settings/imports/it');
  assert.equal(at('undo'), '/settings/changes/it');
  assert.equal(at('bulk'), '/settings/changes/it');
  assert.equal(at('webhook_recovery'), '/settings/webhooks/it');
  assert.equal(at('export'), '/accounts/an account');
  assert.equal(at('custom_field'), '/settings/fields');
  assert.equal(at('tag'), '/settings/tags');
});

test('a job without a subject, and a type that the pages do not know, lead nowhere', () => {
  assert.equal(addressOf({ ...job, subject_uuid: null }), null);
  assert.equal(addressOf({ ...job, type: 'of_tomorrow' }), null);
  assert.equal(sayType({ type: 'of_tomorrow' }), 'of tomorrow');
});
