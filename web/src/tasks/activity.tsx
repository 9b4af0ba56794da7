import { Text } from '@mantine/core';
import type { Event } from '@rapport/contract/events';
import type { Task } from '@rapport/contract/records/tasks';
import { Fragment } from 'react';
import { Referred } from '../fields/drawn/referred.tsx';
import { dayOf, sayDue } from '../fields/values/say.ts';
import type { Activity } from '../fields/view.ts';
import { PlannedIcon } from '../layout/icons.tsx';
import { ActivityIcon } from '../layout/kind-icon.tsx';
import { composer as texts } from '../texts/composer.ts';
import { CALL_OUTCOME_LABELS, TASK_TYPE_LABELS } from '../texts/tasks.ts';

/** The time between an activity and its entry that needs not be told. */
const SOON_MS = 15 * 60 * 1000;

/**
 * What a history says of a call, a meeting or an e-mail: that it is planned, or how it went. A task
 * that is planned has a ring for its icon, so that nothing looks done before it is. Null for other
 * events.
 */
export function activityOf(event: Event): Activity | null {
  if (event.event !== 'task.created' && event.event !== 'task.completed') return null;
  const task = event.data as unknown as Task;
  if (task.status === 'open') return planned(task);
  const said = texts.took[task.type]?.[task.direction ?? 'none'];
  if (said === undefined) return null;
  return {
    icon: <ActivityIcon resource="task" type={task.type} />,
    said,
    // A call without a subject is called "Call", which says nothing more.
    isNamed: task.title !== TASK_TYPE_LABELS[task.type],
    Details: ({ uuid }) => <Details task={task} here={uuid} at={event.created_at} />,
  };
}

function planned(task: Task): Activity {
  const day = task.due_at ?? dayOf(task);
  const said = texts.planned[task.type];
  return {
    icon: <PlannedIcon />,
    ...(said !== undefined && { said }),
    isNamed: true,
    Details: () => (day && task.type !== 'todo' ? <Text span size="sm">{`${sayDue(day)} · `}</Text> : null),
  };
}

/** With whom, how long, how it ended, and when, if that was not just before it was written down. */
function Details({ task, here, at }: { task: Task; here: string; at: string }) {
  const people = task.records.filter(({ resource, uuid }) => resource === 'contact' && uuid !== here);
  const isEarlier = Math.abs(Date.parse(at) - Date.parse(task.completed_at!)) > SOON_MS;
  const said = [
    task.duration_min ? texts.minutes(task.duration_min) : null,
    task.call_outcome && task.call_outcome !== 'none' ? CALL_OUTCOME_LABELS[task.call_outcome] : null,
    isEarlier ? sayDue(task.completed_at!) : null,
  ].filter((part) => part !== null);
  return (
    <>
      {people.map(({ resource, uuid }, index) => (
        <Fragment key={uuid}>
          {index === 0 ? `${texts.withWhom} ` : ', '}
          <Referred resource={resource} uuid={uuid} />
        </Fragment>
      ))}
      {said.length > 0 && `${people.length > 0 ? ' · ' : ''}${said.join(' · ')}`}
      {(people.length > 0 || said.length > 0) && ' · '}
    </>
  );
}
