import { Select, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { AccountChoice, useTargetAccount } from '../fields/target-account.tsx';
import { Dialog } from '../layout/dialog.tsx';
import { useDraft } from '../layout/draft.ts';
import { Form } from '../layout/form.tsx';
import { optionsOf } from '../layout/standards.ts';
import { useAddTask } from '../tasks/add-task.ts';
import { USUAL_REMINDER } from '../tasks/due.ts';
import { DueInputs } from '../tasks/due-inputs.tsx';
import { calendar as texts } from '../texts/calendar.ts';
import { records } from '../texts/records.ts';
import { TASK_TYPE_LABELS } from '../texts/tasks.ts';

/** The dialog that adds a task on a day. It is done by whoever makes it. */
export function NewTask({ day, onClose }: { day: string; onClose: () => void }) {
  const [draft, setDraft, clear] = useDraft(`calendar-${day}`, {
    title: '',
    type: 'todo',
    due: day,
    reminder: USUAL_REMINDER,
  });
  const target = useTargetAccount();
  const account_uuid = target.account_uuid ?? target.accounts[0]?.uuid;
  const queryClient = useQueryClient();
  const create = useAddTask(draft, { account_uuid, type: draft.type }, async () => {
    clear();
    onClose();
    await queryClient.invalidateQueries({ queryKey: ['/tasks'] });
  });
  return (
    <Dialog opened onClose={onClose} title={texts.newTitle}>
      <Form
        gap="sm"
        mutation={create}
        label={texts.create}
        isDisabled={draft.title.trim() === ''}
        onCancel={onClose}
      >
        <TextInput
          label={texts.what}
          required
          data-autofocus
          value={draft.title}
          onChange={(event) => setDraft({ ...draft, title: event.currentTarget.value })}
        />
        <Select
          label={texts.type}
          data={optionsOf(TASK_TYPE_LABELS)}
          value={draft.type}
          allowDeselect={false}
          onChange={(type) => setDraft({ ...draft, type: type! })}
        />
        <DueInputs draft={draft} change={(changes) => setDraft({ ...draft, ...changes })} />
        <AccountChoice target={target} label={records.account} />
      </Form>
    </Dialog>
  );
}
