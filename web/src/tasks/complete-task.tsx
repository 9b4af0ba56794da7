import type { Task } from '@rapport/contract/records/tasks';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { changeOnTop } from '../fields/change-on-top.ts';
import { offerUndo } from '../fields/undo/offer-undo.ts';
import { Dialog } from '../layout/dialog.tsx';
import { notifyDone, notifyProblem } from '../layout/notify.ts';
import { tasks as texts } from '../texts/tasks.ts';

type Done = {
  complete: (task: Task) => Promise<void>;
  reopen: (task: Task) => Promise<void>;
  dialog: ReactNode;
};

/** Completes a task and offers to undo that. Then asks for the next step about the same records. */
export function useCompleteTask(): Done {
  const queryClient = useQueryClient();
  const [done, setDone] = useState<Task | null>(null);
  // The dialog's script loads at the first completed task, because it contains many inputs.
  const [script, setScript] = useState<typeof import('./next-step.tsx') | null>(null);
  const refresh = async () => {
    for (const key of ['/tasks', '/clients', '/contacts', '/deals', 'related'])
      await queryClient.invalidateQueries({ queryKey: [key] });
  };
  const put = async (task: Task, status: Task['status']) => {
    const path = `/api/v2/tasks/${task.uuid}`;
    const { saved, change_uuid } = await changeOnTop<Task>(path, task, { status });
    await refresh();
    return { changed: saved, change_uuid };
  };
  const complete = async (task: Task) => {
    try {
      const { changed, change_uuid } = await put(task, 'completed');
      offerUndo(texts.completed(task.title), [change_uuid], () => setDone(null));
      // A task without records has no next step to ask for.
      if (task.records.length === 0) return;
      setScript(await import('./next-step.tsx'));
      setDone(changed);
    } catch (refusal) {
      notifyProblem(refusal);
      await refresh();
    }
  };
  const dialog = (
    <Dialog opened={done !== null} onClose={() => setDone(null)} title={texts.nextTitle}>
      {done && script && <script.NextStep task={done} onClose={() => setDone(null)} onAdded={refresh} />}
    </Dialog>
  );
  const reopen = async (task: Task) => {
    await put(task, 'open').then(() => notifyDone(texts.isOpen(task.title)), notifyProblem);
  };
  return { complete, reopen, dialog };
}
