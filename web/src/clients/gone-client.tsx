import { Button, Group, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { ApiProblem } from '../api/request.ts';
import { Page } from '../layout/page.tsx';
import { ProblemAlert } from '../layout/problem-alert.tsx';
import { clients } from '../texts/clients.ts';
import { common } from '../texts/common.ts';
import { BackToClients } from './back-to-clients.tsx';
import { useWritableAccounts } from './may-write.ts';
import { useRestore } from './restore.ts';

/**
 * At the address of a Client that is not there. The API does not tell a deleted one from one that never was, so those who may change
 * Clients can try.
 */
export function GoneClient({ uuid, problem }: { uuid: string; problem: ApiProblem }) {
  const mayWrite = useWritableAccounts().length > 0;
  const restore = useMutation({ mutationFn: useRestore(uuid) });
  const isNone = restore.error instanceof ApiProblem && restore.error.status === 404;
  return (
    <Page title={common.notFoundTitle} about={<BackToClients />}>
      <Text>{mayWrite ? clients.mayBeDeleted : common.recordGone}</Text>
      {isNone ? <Text role="status">{clients.notDeleted}</Text> : <ProblemAlert error={restore.error} />}
      {mayWrite && !isNone && (
        <Group>
          <Button variant="default" loading={restore.isPending} onClick={() => restore.mutate()}>
            {clients.restore}
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
