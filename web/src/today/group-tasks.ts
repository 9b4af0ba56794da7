import type { Task } from '@rapport/contract/records/tasks';

export type Group = 'overdue' | 'today' | 'week' | 'later';

const WEEK_DAYS = 7;

/** The day on which a task is due where one is: that of its time, when it has one. */
export function dayOf({ due_on, due_at }: Pick<Task, 'due_on' | 'due_at'>): string | null {
  if (!due_at) return due_on;
  const at = new Date(due_at);
  const pad = (part: number) => String(part).padStart(2, '0');
  return `${at.getFullYear()}-${pad(at.getMonth() + 1)}-${pad(at.getDate())}`;
}

/** Open tasks by when they are due; those that are due later than in a week are not shown today. */
export function groupTasks(tasks: Task[], today: string): Record<Group, Task[]> {
  const groups: Record<Group, Task[]> = { overdue: [], today: [], week: [], later: [] };
  const end = dayAfter(today, WEEK_DAYS);
  for (const task of tasks) {
    const day = dayOf(task);
    if (day === null) groups.later.push(task);
    else if (day < today) groups.overdue.push(task);
    else if (day === today) groups.today.push(task);
    else if (day <= end) groups.week.push(task);
  }
  return groups;
}

function dayAfter(day: string, days: number): string {
  const at = new Date(`${day}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() + days);
  return at.toISOString().slice(0, 10);
}
