import { QueryClient } from '@tanstack/react-query';
import { ApiProblem } from './request.ts';

/** A refusal is final: only an API that did not answer, or was not ready, is asked again. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      retry: (failures, error) => failures < 2 && (!(error instanceof ApiProblem) || error.status === 503),
    },
  },
});
