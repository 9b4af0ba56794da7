import { Anchor, Checkbox, Text } from '@mantine/core';
import type { Task } from '@rapport/contract/records/tasks';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { reads } from '../api/queries.ts';
import { isChangeable } from '../api/unchangeable.ts';
import type { RecordData } from '../fields/data.ts';
import { Day } from '../fields/values/day.tsx';
import { dayOf } from '../fields/values/say.ts';
import { forThumb } from '../layout/for-thumb.ts';
import { SideGroup } from '../layout/side-group.tsx';
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
  const write = useWriteTask();
  if (!isSuccess) return null;
  return (
    <SideGroup
      title={records.nextSteps}
      {...(data.length > 0 && data.length <= SHOWN_MAX && { count: data.length })}
      isEmpty={data.length === 0}
      add={mayWrite ? { label: texts.create, onAdd: write } : undefined}
    >
      {data.slice(0, SHOWN_MAX).map((task) => (
        <OpenTask
          key={task.uuid}
          task={task}
          mayWrite={mayWrite && isChangeable(task)}
          onComplete={() => void complete(task)}
        />
      ))}
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
    </SideGroup>
  );
}

function OpenTask(props: { task: Task; mayWrite: boolean; onComplete: () => void }) {
  const { task, mayWrite, onComplete } = props;
  return (
    <div className="related-row">
      <Checkbox
        size="sm"
        checked={false}
        disabled={!mayWrite}
        aria-label={texts.complete(task.title)}
        onChange={onComplete}
      />
      <div className="related-name">
        <Anchor component={Link} to={`/tasks/${task.uuid}`} size="sm" c="inherit" className="break-anywhere">
          {task.title}
        </Anchor>
        {task.due_on && (
          <Text size="xs">
            <Day date={dayOf(task)!} at={task.due_at} isDue />
          </Text>
        )}
      </div>
    </div>
  );
}

/** Returns a function that opens the form that adds a task. */
function useWriteTask(): () => void {
  const navigate = useNavigate();
  const write = (before: object) => ({ ...before, write: 'task' });
  return () => void navigate({ to: '.', search: write, replace: true });
}
