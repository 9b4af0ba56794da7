import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import type { Task } from '@rapport/contract/records/tasks';
import { type FormEvent, useState } from 'react';
import { request } from '../api/request.ts';
import { useDraft } from '../layout/draft.ts';
import { notifyDone } from '../layout/notify.ts';
import { ProblemAlert } from '../layout/problem-alert.tsx';
import { DayInput } from '../records/day-input.tsx';
import { today } from '../records/fields/say.ts';
import { useMe } from '../records/me.ts';
import { records } from '../texts/records.ts';
import { TASK_LABELS, tasks as texts } from '../texts/tasks.ts';
import { asksForReminder, dueAndReminder, USUAL_REMINDER } from './due.ts';
import { ReminderSelect } from './reminder-select.tsx';

type Props = { task: Task; onClose: () => void; onAdded: () => Promise<void> };

/** Asks for the next step about the records of a completed Task, and adds it as a Task. */
export function NextStep(props: Props) {
  const { draft, setDraft, error, isSaving, submit } = useNextStep(props);
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
          value={draft.title}
          onChange={(event) => setDraft({ ...draft, title: event.currentTarget.value })}
        />
        <DayInput
          label={records.due}
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
        <ProblemAlert error={error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={props.onClose}>
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

function useNextStep({ task, onClose, onAdded }: Props) {
  const [draft, setDraft, forget] = useDraft(`next-${task.uuid}`, {
    title: '',
    due: today(7),
    reminder: USUAL_REMINDER,
  });
  const [error, setError] = useState<unknown>(null);
  const [isSaving, setIsSaving] = useState(false);
  const [key] = useState(() => crypto.randomUUID());
  const me = useMe();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const { account_uuid, assignee_uuid, records } = task;
    const about = { account_uuid, assignee_uuid, records };
    const owner = me ? { owner_uuid: me } : {};
    const body = {
      ...about,
      ...owner,
      title: draft.title.trim(),
      ...dueAndReminder(draft.due, draft.reminder),
    };
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
  return { draft, setDraft, error, isSaving, submit };
}
