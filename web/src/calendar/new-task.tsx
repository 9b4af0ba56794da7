import { Button, Group, Select, Stack, TextInput } from '@mantine/core';
import type { TaskReminder } from '@rapport/contract/records/tasks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../api/request.ts';
import { Dialog } from '../layout/dialog.tsx';
import { useDraft } from '../layout/draft.ts';
import { ProblemAlert } from '../layout/problem-alert.tsx';
import { useSubmit } from '../layout/submit.ts';
import { DayInput } from '../records/day-input.tsx';
import { useMe } from '../records/me.ts';
import { AccountChoice, useTargetAccount } from '../records/target-account.tsx';
import { asksForReminder, dueAndReminder, USUAL_REMINDER } from '../tasks/due.ts';
import { ReminderSelect } from '../tasks/reminder-select.tsx';
import { calendar as texts } from '../texts/calendar.ts';
import { common } from '../texts/common.ts';
import { records } from '../texts/records.ts';
import { TASK_LABELS, TASK_TYPE_LABELS } from '../texts/tasks.ts';

/** The dialog that adds a task on a day. It is done by whoever makes it. */
export function NewTask({ day, onClose }: { day: string; onClose: () => void }) {
  const [draft, setDraft, clear] = useDraft(`calendar-${day}`, {
    title: '',
    type: 'todo',
    due: day,
    reminder: USUAL_REMINDER,
  });
  const target = useTargetAccount();
  const create = useCreate(draft, target.account_uuid ?? target.accounts[0]?.uuid, () => {
    clear();
    onClose();
  });
  return (
    <Dialog opened onClose={onClose} title={texts.newTitle}>
      <form onSubmit={useSubmit(create)}>
        <Stack gap="sm">
          <TextInput
            label={texts.what}
            required
            data-autofocus
            value={draft.title}
            onChange={(event) => setDraft({ ...draft, title: event.currentTarget.value })}
          />
          <Select
            label={texts.type}
            data={Object.entries(TASK_TYPE_LABELS).map(([value, label]) => ({ value, label }))}
            value={draft.type}
            allowDeselect={false}
            onChange={(type) => setDraft({ ...draft, type: type! })}
          />
          <DayInput
            label={texts.due}
            withTime
            value={draft.due}
            onChange={(due) => setDraft({ ...draft, due })}
          />
          {asksForReminder(draft) && (
            <ReminderSelect
              label={TASK_LABELS.reminder}
              value={draft.reminder}
              onChange={(reminder) => setDraft({ ...draft, reminder })}
            />
          )}
          <AccountChoice target={target} label={records.account} />
          <ProblemAlert error={create.error} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {common.cancel}
            </Button>
            <Button type="submit" loading={create.isPending} disabled={draft.title.trim() === ''}>
              {texts.create}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

/** Creates the task once, however often it is sent. */
function useCreate(
  draft: { title: string; type: string; due: string; reminder: TaskReminder },
  account_uuid: string | undefined,
  onDone: () => void,
) {
  const me = useMe();
  const queryClient = useQueryClient();
  const [key] = useState(() => crypto.randomUUID());
  return useMutation({
    mutationFn: () =>
      request('POST', '/api/v2/tasks', {
        body: {
          account_uuid,
          title: draft.title.trim(),
          type: draft.type,
          ...(me && { assignee_uuid: me, owner_uuid: me }),
          ...dueAndReminder(draft.due, draft.reminder),
        },
        idempotency_key: key,
      }),
    onSuccess: async () => {
      onDone();
      await queryClient.invalidateQueries({ queryKey: ['/tasks'] });
    },
  });
}
