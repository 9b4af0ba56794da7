import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Task } from '@rapport/contract/records/tasks';
import { groupTasks } from './group-tasks.ts';

const due = (due_on: string | null) => ({ due_on, due_at: null }) as Task;

test('tasks are overdue, of today, of the next seven days or without a day; later ones are left out', () => {
  const groups = groupTasks(
    ['2026-11-21', '2026-11-22', '2026-11-23', '2026-11-29', '2026-11-30', null].map(due),
    '2026-11-22',
  );
  const days = Object.fromEntries(
    Object.entries(groups).map(([name, tasks]) => [name, tasks.map((task) => task.due_on)]),
  );
  assert.deepEqual(days, {
    overdue: ['2026-11-21'],
    today: ['2026-11-22'],
    week: ['2026-11-23', '2026-11-29'],
    later: [null],
  });
});

test('a task with a time is due on its local day', () => {
  const at = new Date(2026, 10, 22, 0, 30).toISOString();
  assert.equal(groupTasks([{ due_on: '2026-11-21', due_at: at } as Task], '2026-11-22').today.length, 1);
});
