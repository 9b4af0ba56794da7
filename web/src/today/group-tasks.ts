import { plusDays } from '@rapport/contract/days';
import type { Task } from '@rapport/contract/records/tasks';
import { dayOf } from '../fields/values/say.ts';

export type Group = 'overdue' | 'today' | 'week' | 'later';

const WEEK_DAYS = 7;

/** Groups open tasks by their due date. Tasks due in more than a week are left out. */
export function groupTasks(tasks: Task[], today: string): Record<Group, Task[]> {
  const groups: Record<Group, Task[]> = { overdue: [], today: [], week: [], later: [] };
  const end = plusDays(today, WEEK_DAYS);
  for (const task of tasks) {
    const day = dayOf(task);
    if (day === null) groups.later.push(task);
    else if (day < today) groups.overdue.push(task);
    else if (day === today) groups.today.push(task);
    else if (day <= end) groups.week.push(task);
  }
  return groups;
}
