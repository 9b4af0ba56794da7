import { Button, Group, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { ApiProblem } from '../../api/request.ts';
import { Page } from '../../layout/page.tsx';
import { ProblemAlert } from '../../layout/problem-alert.tsx';
import { common } from '../../texts/common.ts';
import { records } from '../../texts/records.ts';
import { BackToList } from '../back-to-list.tsx';
import { useWritableAccounts } from '../may-write.ts';
import { useRestore } from '../restore.ts';
import { useView } from '../view.ts';

/**
 * The page for a record that the API does not find. The API does not say whether the record was
 * deleted or never existed. So Users who may change records can try to restore it.
 */
export function GoneRecord({ uuid, problem }: { uuid: string; problem: ApiProblem }) {
  const { texts } = useView();
  const mayWrite = useWritableAccounts().length > 0;
  const restore = useMutation({ mutationFn: useRestore(uuid) });
  const isNone = restore.error instanceof ApiProblem && restore.error.status === 404;
  return (
    <Page title={common.notFoundTitle} back={<BackToList />}>
      <Text>{mayWrite ? records.mayBeDeleted : common.recordGone}</Text>
      {isNone ? <Text role="status">{texts.notDeleted}</Text> : <ProblemAlert error={restore.error} />}
      {mayWrite && !isNone && (
        <Group>
          <Button variant="default" loading={restore.isPending} onClick={() => restore.mutate()}>
            {records.restore}
          </Button>
        </Group>
      )}
      {problem.request_id && (
        <Text size="xs" ff="monospace" c="dimmed">
          {common.requestId(problem.request_id)}
        </Text>
      )}
    </Page>
  );
}
