import type { ReactNode } from 'react';
import { ApiProblem } from '../api/request.ts';
import { common } from '../texts/common.ts';
import { Page } from './page.tsx';
import { ProblemAlert } from './problem-alert.tsx';

/** In the place of a record that cannot be shown, with the way back to the list. */
export function RecordProblem(props: { error: unknown; onRetry: () => void; back: ReactNode }) {
  const isGone = props.error instanceof ApiProblem && props.error.status === 404;
  return (
    <Page title={isGone ? common.notFoundTitle : common.failed} about={props.back}>
      <ProblemAlert error={props.error} onRetry={props.onRetry} />
    </Page>
  );
}
