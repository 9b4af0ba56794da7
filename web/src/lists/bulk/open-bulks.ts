import type { Job } from '@rapport/contract/jobs';
import { useQuery } from '@tanstack/react-query';
import { reads } from '../../api/queries.ts';
import { useView } from '../../fields/view.ts';

/** The User's bulk changes of this kind that are at work, wherever they were begun. */
export function useOpenBulks(isAsked: boolean): Job[] | undefined {
  const { resource } = useView();
  const { data } = useQuery({
    ...reads<Job[]>(['jobs', 'own'], '/api/v2/jobs'),
    enabled: isAsked,
    refetchInterval: false,
    retry: false,
    select: (jobs) => {
      const open = jobs.filter((job) => job.finished_at === null && job.type === 'bulk');
      return open.filter((job) => job.resource === resource);
    },
  });
  return data;
}
