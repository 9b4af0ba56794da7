import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { common } from '../texts/common.ts';
import { isGone } from './is-gone.ts';
import { Page } from './page.tsx';
import { ProblemAlert } from './problem-alert.tsx';

/**
 * Shown for a record that cannot be read, with the link `back` to the list. Offers another try
 * unless the record is gone.
 */
export function RecordProblem(props: { error: unknown; onRetry: () => void; back: ReactNode }) {
  const { error, onRetry, back } = props;
  if (!isGone(error))
    return (
      <Page title={common.cannotShow} back={back}>
        <ProblemAlert error={error} onRetry={onRetry} />
      </Page>
    );
  return (
    <Page title={common.notFoundTitle} back={back}>
      <Text>{common.recordGone}</Text>
      {error.request_id && (
        <Text size="xs" ff="monospace" c="dimmed">
          {common.requestId(error.request_id)}
        </Text>
      )}
    </Page>
  );
}
