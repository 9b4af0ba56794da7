import type { EventType } from '@rapport/contract/events';
import { useQuery } from '@tanstack/react-query';
import { reads } from '../api/queries.ts';

/** Reads the event catalogue, which changes only with the release of the service. */
export function useEventTypes() {
  return useQuery({
    ...reads<EventType[]>(['event-types'], '/api/v2/event-types'),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
