import { Anchor, Badge, Checkbox, Group, Text, Title } from '@mantine/core';
import type { Task } from '@rapport/contract/records/tasks';
import { Link } from '@tanstack/react-router';
import { isChangeable } from '../api/unchangeable.ts';
import { Referred } from '../fields/drawn/referred.tsx';
import { Day } from '../fields/values/day.tsx';
import { dayOf } from '../fields/values/say.ts';
import { ActivityIcon } from '../layout/kind-icon.tsx';
import { useWindow } from '../layout/windows.ts';
import { LOCALE } from '../texts/locale.ts';
import { TASK_TYPE_LABELS, tasks as texts } from '../texts/tasks.ts';

/** A heading with tasks. The box of a task completes it. */
export function TaskList(props: {
  title: string;
  isUrgent: boolean;
  tasks: Task[];
  atCursor: string | undefined;
  mayWrite: boolean;
  onComplete: (task: Task) => Promise<void>;
}) {
  const { title, isUrgent, tasks } = props;
  if (tasks.length === 0) return null;
  return (
    <section aria-label={title}>
      <Group gap="xs" mb={6}>
        <Title order={2} c={isUrgent ? 'var(--mantine-color-error)' : undefined}>
          {title}
        </Title>
        <Text size="sm" c="dimmed">
          {tasks.length.toLocaleString(LOCALE)}
        </Text>
      </Group>
      <ul className="task-list">
        {tasks.map((task) => (
          <TaskItem
            key={task.uuid}
            task={task}
            isAtCursor={task.uuid === props.atCursor}
            mayWrite={props.mayWrite && isChangeable(task)}
            onComplete={props.onComplete}
          />
        ))}
      </ul>
    </section>
  );
}

function TaskItem(props: {
  task: Task;
  isAtCursor: boolean;
  mayWrite: boolean;
  onComplete: (task: Task) => Promise<void>;
}) {
  const { task } = props;
  const day = dayOf(task);
  return (
    <li data-cursor={props.isAtCursor || undefined}>
      <Checkbox
        aria-label={texts.complete(task.title)}
        checked={false}
        disabled={!props.mayWrite}
        onChange={() => void props.onComplete(task)}
      />
      <div className="task-text">
        <Anchor
          component={Link}
          to={`/tasks/${task.uuid}`}
          size="sm"
          c="inherit"
          fw="bold"
          className="break-anywhere"
        >
          {task.title}
        </Anchor>
        <Text size="xs" c="dimmed" component="div">
          <About task={task} />
        </Text>
      </div>
      <Group gap={12} className="task-marks">
        {task.priority === 'high' && (
          <Badge color="orange" variant="light" size="sm" tt="none">
            {texts.high}
          </Badge>
        )}
        <Text size="sm" className="uncut" component="div">
          {day && <Day date={day} at={task.due_at} isDue />}
        </Text>
      </Group>
    </li>
  );
}

/** For a thumb there is only room for one whole name. */
const NAMED_ON_PHONE = 1;
const NAMED = 3;

/** What sort of task it is, and the records that it is about. */
function About({ task }: { task: Task }) {
  const { isPhone } = useWindow();
  const named = task.records.slice(0, isPhone ? NAMED_ON_PHONE : NAMED);
  const more = task.records.length - named.length;
  return (
    <Group gap={10} wrap="nowrap" className="task-records">
      {task.type !== 'todo' && (
        <span className="uncut with-icon">
          <ActivityIcon resource="task" type={task.type} />
          {TASK_TYPE_LABELS[task.type]}
        </span>
      )}
      {named.map(({ resource, uuid }) => (
        <Referred key={uuid} resource={resource} uuid={uuid} isPlain={isPhone} />
      ))}
      {more > 0 && <span className="uncut">+{more}</span>}
    </Group>
  );
}
