import '../tasks/tasks.css';
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import type { Task } from '@rapport/contract/records/tasks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAccounts } from '../accounts/current-account.ts';
import { NoAccount } from '../accounts/no-account.tsx';
import { readsAll } from '../api/queries.ts';
import { isChangeable } from '../api/unchangeable.ts';
import { useMayWriteHere } from '../fields/may-write.ts';
import { useTargetAccount } from '../fields/target-account.tsx';
import { today } from '../fields/values/say.ts';
import { useDraft } from '../layout/draft.ts';
import { Empty } from '../layout/empty.tsx';
import { Loading } from '../layout/loading.tsx';
import { Page } from '../layout/page.tsx';
import { ProblemAlert } from '../layout/problem-alert.tsx';
import { useSubmit } from '../layout/submit.ts';
import { useListSearch } from '../lists/list.ts';
import { useAddTask } from '../tasks/add-task.ts';
import { useCompleteTask } from '../tasks/complete-task.tsx';
import { USUAL_REMINDER } from '../tasks/due.ts';
import { dueInTitle } from '../tasks/due-in-title.ts';
import { DueInputs } from '../tasks/due-inputs.tsx';
import { useWhose, WhoseControl } from '../tasks/whose.tsx';
import { todayTexts as texts } from '../texts/today.ts';
import { DealsWithoutStep } from './deals-without-step.tsx';
import { groupTasks, type Group as TaskGroup } from './group-tasks.ts';
import { TaskList } from './task-list.tsx';

const SHOWN: TaskGroup[] = ['overdue', 'today', 'week', 'later'];

/**
 * The page of tasks that are overdue, due today, or due in the next seven days. Completing one asks
 * for the next step.
 */
export function TodayPage() {
  const [whose, setWhose] = useWhose();
  const { data: accounts } = useAccounts();
  const mayWrite = useMayWriteHere();
  const tasks = useOpenTasks(whose === 'mine');
  const { error, refetch } = tasks;
  const { complete, dialog } = useCompleteTask();
  const groups = groupTasks(tasks.data ?? [], today());
  const ordered = SHOWN.flatMap((name) => groups[name]);
  const here = useCursor(ordered, (task) => mayWrite && isChangeable(task) && void complete(task));
  // Shown only after everything above has its height, so that nothing jumps.
  const isReady = tasks.data !== undefined && accounts !== undefined;
  if (accounts?.length === 0) return <NoAccount />;
  return (
    <Page
      title={texts.title}
      about={
        <Text span inherit visibleFrom="sm">
          {mayWrite ? texts.keys : texts.keysReader}
        </Text>
      }
      actions={<WhoseControl label={texts.whose} value={whose} onChange={setWhose} />}
    >
      {isReady && mayWrite && <QuickTask />}
      <ProblemAlert error={error} onRetry={refetch} />
      {!isReady && !error && <Loading h={240} />}
      {isReady && ordered.length === 0 && (
        <Empty title={texts.free} what={mayWrite ? texts.freeHint : texts.freeHintReader} sketch={[]} />
      )}
      <Stack gap="lg" display={isReady ? undefined : 'none'}>
        {SHOWN.map((name) => (
          <TaskList
            key={name}
            title={texts[name]}
            isUrgent={name === 'overdue'}
            tasks={groups[name]}
            atCursor={here?.uuid}
            mayWrite={mayWrite}
            onComplete={complete}
          />
        ))}
        <DealsWithoutStep isMine={whose === 'mine'} />
      </Stack>
      {dialog}
    </Page>
  );
}

/** Returns the task at the cursor. Keys move it and complete that task. */
function useCursor(tasks: Task[], complete: (task: Task) => void): Task | undefined {
  const [cursor, setCursor] = useState(-1);
  const here = tasks[cursor];
  useHotkeys([
    ['j', () => setCursor(Math.min(cursor + 1, tasks.length - 1))],
    ['k', () => setCursor(Math.max(cursor - 1, 0))],
    ['x', () => here && complete(here)],
  ]);
  return here;
}

function useOpenTasks(isMine: boolean) {
  const [{ account_uuid }] = useListSearch();
  return useQuery(
    readsAll<Task>(['/tasks', 'today', isMine, account_uuid], '/api/v2/tasks', {
      'filter[status]': 'open',
      'filter[assignee_uuid]': isMine ? 'me' : undefined,
      account_uuid,
      sort: 'due_on',
    }),
  );
}

/** The input that adds a task in one line. */
function QuickTask() {
  const [draft, setDraft, clear] = useDraft('quick-task', {
    title: '',
    due: today(),
    reminder: USUAL_REMINDER,
  });
  const target = useTargetAccount();
  const account_uuid = target.account_uuid ?? target.accounts[0]?.uuid;
  const queryClient = useQueryClient();
  const add = useAddTask(draft, { account_uuid }, async () => {
    clear();
    await queryClient.invalidateQueries({ queryKey: ['/tasks'] });
  });
  const submit = useSubmit(add);
  // A time in the title is the due time, unless the User has set another day or time.
  const type = (title: string) => {
    const isSet = draft.due !== today() && draft.due !== dueInTitle(draft.title);
    setDraft({ ...draft, title, ...(!isSet && { due: dueInTitle(title) ?? today() }) });
  };
  return (
    <form onSubmit={submit}>
      <Group gap="xs" align="start" className="quick-task">
        <TextInput
          aria-label={texts.quick}
          placeholder={texts.quick}
          className="grow"
          value={draft.title}
          onChange={(event) => type(event.currentTarget.value)}
        />
        <DueInputs isInLine draft={draft} change={(changes) => setDraft({ ...draft, ...changes })} />
        <Button type="submit" loading={add.isPending} disabled={draft.title.trim() === ''}>
          {texts.add}
        </Button>
      </Group>
      <ProblemAlert error={add.error} />
    </form>
  );
}
