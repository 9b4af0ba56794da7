import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import type { Task } from '@rapport/contract/records/tasks';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { request } from '../api/request.ts';
import { useDraft } from '../layout/draft.ts';
import { notifyDone, notifyProblem } from '../layout/notify.ts';
import { notifyWithUndo } from '../layout/notify-with-button.tsx';
import { ProblemAlert } from '../layout/problem-alert.tsx';
import { records } from '../texts/records.ts';
import { tasks as texts } from '../texts/tasks.ts';
import { DayInput } from './day-input.tsx';
import { dueFields, today } from './fields/say.ts';

type Done = { complete: (task: Task) => Promise<void>; dialog: ReactNode };

/** Completes a task, with a way back, and then asks for the next step about the same records. */
export function useCompleteTask(): Done {
  const queryClient = useQueryClient();
  const [done, setDone] = useState<Task | null>(null);
  const refresh = async () => {
    for (const key of ['/tasks', '/clients', '/contacts', '/deals', 'related'])
      await queryClient.invalidateQueries({ queryKey: [key] });
  };
  const put = async (task: Task, status: Task['status'], version: number) => {
    const path = `/api/v2/tasks/${task.uuid}`;
    const answer = await request<{ data: Task }>('PATCH', path, { body: { status }, version });
    await refresh();
    return answer.data;
  };
  const complete = async (task: Task) => {
    try {
      const changed = await put(task, 'completed', task.version);
      notifyWithUndo(texts.completed(task.title), () =>
        put(task, 'open', changed.version).then(() => setDone(null), notifyProblem),
      );
      // A task about nobody has nobody who waits for what comes next.
      if (task.records.length > 0) setDone(changed);
    } catch (refusal) {
      notifyProblem(refusal);
      await refresh();
    }
  };
  const dialog = (
    <Modal opened={done !== null} onClose={() => setDone(null)} title={texts.nextTitle}>
      {done && <NextStep task={done} onClose={() => setDone(null)} onAdded={refresh} />}
    </Modal>
  );
  return { complete, dialog };
}

function NextStep(props: { task: Task; onClose: () => void; onAdded: () => Promise<void> }) {
  const { task, onClose, onAdded } = props;
  const [draft, setDraft, forget] = useDraft(`next-${task.uuid}`, { title: '', due: today(7) });
  const [error, setError] = useState<unknown>(null);
  const [isSaving, setIsSaving] = useState(false);
  const [key] = useState(() => crypto.randomUUID());
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const { account_uuid, assignee_uuid, records } = task;
    const about = { account_uuid, assignee_uuid, records };
    const body = { ...about, title: draft.title.trim(), ...dueFields(draft.due) };
    setIsSaving(true);
    try {
      await request('POST', '/api/v2/tasks', { body, idempotency_key: key });
      forget();
      onClose();
      notifyDone(texts.nextAdded);
      await onAdded();
    } catch (refusal) {
      setError(refusal);
      setIsSaving(false);
    }
  };
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Stack>
        <Text size="sm" c="dimmed">
          {texts.nextHint}
        </Text>
        <TextInput
          label={texts.next}
          data-autofocus
          required
          maxLength={200}
          value={draft.title}
          onChange={(event) => setDraft({ ...draft, title: event.currentTarget.value })}
        />
        <DayInput
          label={records.due}
          withTime
          value={draft.due}
          onChange={(due) => setDraft({ ...draft, due })}
        />
        <ProblemAlert error={error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {texts.noNext}
          </Button>
          <Button type="submit" loading={isSaving} disabled={draft.title.trim() === ''}>
            {texts.addNext}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
