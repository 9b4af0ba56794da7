import type { EventType } from '@rapport/contract/events';
import { useQuery } from '@tanstack/react-query';
import { get } from '../api/request.ts';

/** The event catalogue; it changes only with the service itself. */
export function useEventTypes() {
  return useQuery({
    queryKey: ['event-types'],
    queryFn: ({ signal }) => get<EventType[]>('/api/v2/event-types', signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
