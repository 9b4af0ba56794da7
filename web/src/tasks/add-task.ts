import type { TaskReminder } from '@rapport/contract/records/tasks';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../api/request.ts';
import { useMe } from '../fields/me.ts';
import { dueAndReminder } from './due.ts';

/** What a short form of a task asks. */
type TaskDraft = { title: string; due: string; reminder: TaskReminder };

/**
 * Returns what adds the task of a short form: once, however often it is sent. It belongs to whoever
 * adds it, who also does it unless `further` fields say who does.
 */
export function useAddTask(
  { title, due, reminder }: TaskDraft,
  further: Record<string, unknown>,
  onDone: () => Promise<void>,
) {
  const me = useMe();
  const [key, setKey] = useState(() => crypto.randomUUID());
  return useMutation({
    mutationFn: () =>
      request('POST', '/api/v2/tasks', {
        body: {
          ...(me && { assignee_uuid: me, owner_uuid: me }),
          title: title.trim(),
          ...dueAndReminder(due, reminder),
          ...further,
        },
        idempotency_key: key,
      }),
    onSuccess: () => {
      setKey(crypto.randomUUID());
      return onDone();
    },
  });
}
