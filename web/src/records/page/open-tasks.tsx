import { Anchor, Checkbox, Group, Stack, Text } from '@mantine/core';
import type { Task } from '@rapport/contract/records/tasks';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { get, withQuery } from '../../api/request.ts';
import { Section } from '../../layout/section.tsx';
import { records } from '../../texts/records.ts';
import { tasks as texts } from '../../texts/tasks.ts';
import { useCompleteTask } from '../complete-task.tsx';
import type { RecordData } from '../data.ts';
import { Day } from './glance.tsx';

/** More are looked at in their own list. */
const SHOWN_MAX = 20;

/** What is still to be done about a record; a tick completes it, and asks for the next step. */
export function OpenTasks({ record, mayWrite }: { record: RecordData; mayWrite: boolean }) {
  const { complete, dialog } = useCompleteTask();
  const { data = [] } = useQuery({
    queryKey: ['/tasks', 'of', record.uuid],
    queryFn: ({ signal }) => {
      const parameters = {
        'filter[records]': record.uuid,
        'filter[status]': 'open',
        sort: 'due_on',
        limit: SHOWN_MAX,
      };
      return get<Task[]>(withQuery('/api/v2/tasks', parameters), signal);
    },
  });
  if (data.length === 0) return dialog;
  return (
    <Section title={records.nextSteps}>
      <Stack gap={8}>
        {data.map((task) => (
          <Group key={task.uuid} gap="xs" wrap="nowrap" align="start">
            <Checkbox
              size="sm"
              mt={1}
              checked={false}
              disabled={!mayWrite}
              aria-label={texts.complete(task.title)}
              onChange={() => void complete(task)}
            />
            <Anchor
              component={Link}
              to={`/tasks/${task.uuid}`}
              size="sm"
              c="inherit"
              className="grow break-anywhere"
            >
              {task.title}
            </Anchor>
            <Text size="xs" className="uncut">
              {task.due_on && <Day date={task.due_on} isDue />}
            </Text>
          </Group>
        ))}
      </Stack>
      {dialog}
    </Section>
  );
}
