import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asksForReminder, dueAndReminder } from './due.ts';

const TIME = '2026-12-01T09:00:00Z';

test('a reminder is sent with what is due, unless it is the usual one', () => {
  assert.deepEqual(dueAndReminder(TIME, '1_hour_before'), { due_at: TIME, reminder: '1_hour_before' });
  assert.deepEqual(dueAndReminder(TIME, 'at_time'), { due_at: TIME });
  assert.deepEqual(dueAndReminder('', '1_hour_before'), {});
});

test('a short form asks for the reminder of a time, and shows one that was chosen before', () => {
  assert.ok(asksForReminder({ due: TIME, reminder: 'at_time' }));
  assert.ok(asksForReminder({ due: '2026-12-01', reminder: 'none' }));
  assert.ok(!asksForReminder({ due: '2026-12-01', reminder: 'at_time' }));
  assert.ok(!asksForReminder({ due: '', reminder: 'none' }));
});
