import type { UseQueryResult } from '@tanstack/react-query';
import { Loading } from './loading.tsx';
import { ProblemAlert } from './problem-alert.tsx';

/** Stands where what is read will be: the placeholder first, or what failed with a retry. */
export function UntilRead({ query, h }: { query: Query; h: Parameters<typeof Loading>[0]['h'] }) {
  return (
    <>
      <ProblemAlert error={query.error} onRetry={query.refetch} />
      {query.isPending && <Loading h={h} />}
    </>
  );
}

type Query = Pick<UseQueryResult, 'error' | 'isPending' | 'refetch'>;
