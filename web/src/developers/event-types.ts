import type { EventType } from '@rapport/contract/events';
import { useQuery } from '@tanstack/react-query';
import { get } from '../api/request.ts';

/** Reads the event catalogue, which changes only with the release of the service. */
export function useEventTypes() {
  return useQuery({
    queryKey: ['event-types'],
    queryFn: ({ signal }) => get<EventType[]>('/api/v2/event-types', signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
