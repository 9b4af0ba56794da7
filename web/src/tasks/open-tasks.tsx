import { ActionIcon, Anchor, Checkbox, Group, Stack, Text } from '@mantine/core';
import type { Task } from '@rapport/contract/records/tasks';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { reads } from '../api/queries.ts';
import type { RecordData } from '../fields/data.ts';
import { Day } from '../fields/values/day.tsx';
import { dayOf } from '../fields/values/say.ts';
import { forThumb } from '../layout/for-thumb.ts';
import { PlusIcon, TasksIcon } from '../layout/icons.tsx';
import { Section } from '../layout/section.tsx';
import { records } from '../texts/records.ts';
import { tasks as texts } from '../texts/tasks.ts';
import { useCompleteTask } from './complete-task.tsx';

/** Enough for a glance. The list of tasks has all. */
const SHOWN_MAX = 3;

/** The open tasks about a record. Completing one asks for the next step. */
export function OpenTasks({ record, mayWrite }: { record: RecordData; mayWrite: boolean }) {
  const { complete, dialog } = useCompleteTask();
  const { data = [], isSuccess } = useQuery(
    reads<Task[]>(['/tasks', 'of', record.uuid], '/api/v2/tasks', {
      'filter[records]': record.uuid,
      'filter[status]': 'open',
      sort: 'due_on',
      limit: SHOWN_MAX + 1,
    }),
  );
  return (
    <Section icon={<TasksIcon />} title={records.nextSteps} actions={mayWrite && <WriteTask />}>
      {isSuccess && data.length === 0 && (
        <Text size="sm" c="dimmed">
          {records.noNextStep}
        </Text>
      )}
      <Stack gap={8} className="not-if-empty">
        {data.slice(0, SHOWN_MAX).map((task) => (
          <OpenTask key={task.uuid} task={task} mayWrite={mayWrite} onComplete={() => void complete(task)} />
        ))}
      </Stack>
      {data.length > SHOWN_MAX && (
        <Anchor
          component={Link}
          to="/tasks"
          search={{ 'filter[records]': record.uuid, 'filter[status]': 'open' } as never}
          size="sm"
          {...forThumb}
        >
          {records.allTasks}
        </Anchor>
      )}
      {dialog}
    </Section>
  );
}

function OpenTask(props: { task: Task; mayWrite: boolean; onComplete: () => void }) {
  const { task, mayWrite, onComplete } = props;
  return (
    <Group gap="xs" wrap="nowrap">
      <Checkbox
        size="sm"
        checked={false}
        disabled={!mayWrite}
        aria-label={texts.complete(task.title)}
        onChange={onComplete}
      />
      <Anchor
        component={Link}
        to={`/tasks/${task.uuid}`}
        size="sm"
        c="inherit"
        flex={1}
        miw={0}
        className="break-anywhere"
      >
        {task.title}
      </Anchor>
      <Text size="xs" className="uncut">
        {task.due_on && <Day date={dayOf(task)!} at={task.due_at} isDue />}
      </Text>
    </Group>
  );
}

/** The link to the form that adds a task. */
function WriteTask() {
  const navigate = useNavigate();
  const write = (before: object) => ({ ...before, write: 'task' });
  return (
    <ActionIcon
      variant="subtle"
      aria-label={texts.create}
      onClick={() => void navigate({ to: '.', search: write, replace: true })}
    >
      <PlusIcon />
    </ActionIcon>
  );
}
