import type { Deal } from '@rapport/contract/records/deals';
import type { Task } from '@rapport/contract/records/tasks';
import { useQuery } from '@tanstack/react-query';
import { request, withQuery } from '../api/request.ts';
import { dayOf } from '../fields/values/say.ts';
import { useListSearch } from '../lists/list.ts';

/** What stands on a day of the calendar: a task, or the expected close of a Deal. */
export type Item = {
  resource: 'task' | 'deal';
  uuid: string;
  account_uuid: string;
  version: number;
  title: string;
  day: string;
  /** The time at which it is due. Null: the day is enough. */
  due_at: string | null;
  /** The type of a task. */
  type: string | null;
  isDone: boolean;
};

/** More in a month than a person could look through. The page says when there are more. */
export const ITEMS_MAX = 1000;
const PAGE_LENGTH = 200;

export type Read = { items: Item[]; isCut: boolean };

/** Reads what is due from one day to another, one's own or everybody's. */
export function useItems(from: string, to: string, isMine: boolean) {
  const [{ account_uuid }] = useListSearch();
  const tasks = useQuery({
    queryKey: ['/tasks', 'calendar', from, to, isMine, account_uuid],
    queryFn: async ({ signal }): Promise<Read> => {
      const parameters = {
        'filter[due_on][gte]': from,
        'filter[due_on][lte]': to,
        'filter[assignee_uuid]': isMine ? 'me' : undefined,
        account_uuid,
        sort: 'due_on',
      };
      const { all, isCut } = await readSome<Task>('/api/v2/tasks', parameters, signal);
      return { items: all.map(taskItem), isCut };
    },
  });
  const deals = useQuery({
    queryKey: ['/deals', 'calendar', from, to, isMine, account_uuid],
    queryFn: async ({ signal }): Promise<Read> => {
      const parameters = {
        'filter[expected_close_on][gte]': from,
        'filter[expected_close_on][lte]': to,
        'filter[status]': 'open',
        'filter[owner_uuid]': isMine ? 'me' : undefined,
        account_uuid,
        sort: 'expected_close_on',
      };
      const { all, isCut } = await readSome<Deal>('/api/v2/deals', parameters, signal);
      return { items: all.map(dealItem), isCut };
    },
  });
  const isRead = tasks.data !== undefined && deals.data !== undefined;
  return {
    items: isRead ? [...deals.data.items, ...tasks.data.items] : undefined,
    isCut: isRead && (tasks.data.isCut || deals.data.isCut),
    error: tasks.error ?? deals.error,
    refetch: () => Promise.all([tasks.refetch(), deals.refetch()]),
  };
}

async function readSome<T>(
  path: string,
  parameters: Record<string, string | undefined>,
  signal: AbortSignal,
) {
  const all: T[] = [];
  for (let cursor: string | undefined; ; ) {
    const address = withQuery(path, { ...parameters, limit: PAGE_LENGTH, cursor });
    const page: { data: T[]; next_cursor: string | null } = await request('GET', address, { signal });
    all.push(...page.data);
    if (page.next_cursor === null) return { all, isCut: false };
    if (all.length >= ITEMS_MAX) return { all, isCut: true };
    cursor = page.next_cursor;
  }
}

function taskItem(task: Task): Item {
  const { uuid, account_uuid, version, title, due_at, type } = task;
  const isDone = task.status === 'completed';
  return { resource: 'task', uuid, account_uuid, version, title, day: dayOf(task)!, due_at, type, isDone };
}

function dealItem({ uuid, account_uuid, version, title, expected_close_on }: Deal): Item {
  const place = { day: expected_close_on!, due_at: null };
  return { resource: 'deal', uuid, account_uuid, version, title, ...place, type: null, isDone: false };
}

/** The items of each day: those of the whole day first, the others in order of time. */
export function byDay(items: Item[]): Map<string, Item[]> {
  const days = new Map<string, Item[]>();
  for (const item of items) days.set(item.day, [...(days.get(item.day) ?? []), item]);
  for (const own of days.values()) own.sort((a, b) => (a.due_at ?? '').localeCompare(b.due_at ?? ''));
  return days;
}
