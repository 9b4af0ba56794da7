import { Text, TextInput } from '@mantine/core';
import type { Task } from '@rapport/contract/records/tasks';
import { today } from '../fields/values/say.ts';
import { useDraft } from '../layout/draft.ts';
import { Form } from '../layout/form.tsx';
import { notifyDone } from '../layout/notify.ts';
import { tasks as texts } from '../texts/tasks.ts';
import { useAddTask } from './add-task.ts';
import { USUAL_REMINDER } from './due.ts';
import { DueInputs } from './due-inputs.tsx';

type Props = { task: Task; onClose: () => void; onAdded: () => Promise<void> };

/** Asks for the next step about the records of a completed Task, and adds it as a Task. */
export function NextStep({ task, onClose, onAdded }: Props) {
  const [draft, setDraft, forget] = useDraft(`next-${task.uuid}`, {
    title: '',
    due: today(7),
    reminder: USUAL_REMINDER,
  });
  const { account_uuid, assignee_uuid, records: about } = task;
  const add = useAddTask(draft, { account_uuid, assignee_uuid, records: about }, async () => {
    forget();
    onClose();
    notifyDone(texts.nextAdded);
    await onAdded();
  });
  return (
    <Form
      mutation={add}
      label={texts.addNext}
      isDisabled={draft.title.trim() === ''}
      onCancel={onClose}
      cancelLabel={texts.noNext}
    >
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
      <DueInputs draft={draft} change={(changes) => setDraft({ ...draft, ...changes })} />
    </Form>
  );
}
