import { Alert, Button, Group, Text } from '@mantine/core';
import { common } from '../texts/common.ts';
import { sayProblem } from './say-problem.ts';

/**
 * Shows what failed, in the sentence of the API, with the request id for the operator's log. What
 * can be tried again is a read: nothing else is repeated without being asked.
 */
export function ProblemAlert({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  if (!error) return null;
  const { message, request_id } = sayProblem(error);
  return (
    <Alert color="red" variant="light" role="alert" title={onRetry ? common.notRead : common.failed}>
      <Text size="sm">{message}</Text>
      <Group gap="sm" mt={4}>
        {request_id && (
          <Text size="xs" ff="monospace" c="dimmed">
            {common.requestId(request_id)}
          </Text>
        )}
        {onRetry && (
          <Button size="compact-xs" variant="default" onClick={onRetry}>
            {common.retry}
          </Button>
        )}
      </Group>
    </Alert>
  );
}
