import { Button } from '@mantine/core';
import type { Task } from '@rapport/contract/records/tasks';
import type { RecordData } from '../fields/data.ts';
import { tasks as texts } from '../texts/tasks.ts';
import { useCompleteTask } from './complete-task.tsx';

/** The button that completes the Task of a page, or reopens it. */
export function StatusAction({ record }: { record: RecordData }) {
  const task = record as unknown as Task;
  const { complete, reopen, dialog } = useCompleteTask();
  return (
    <>
      {task.status === 'open' ? (
        <Button onClick={() => void complete(task)}>{texts.completeIt}</Button>
      ) : (
        <Button variant="default" onClick={() => void reopen(task)}>
          {texts.reopen}
        </Button>
      )}
      {dialog}
    </>
  );
}
