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
      const own = jobs.filter((job) => job.type === 'bulk' && job.resource === resource);
      // A large one has several jobs, of which some may have ended.
      const open = own.filter(({ finished_at }) => finished_at === null);
      const changes = new Set(open.map(({ subject_uuid }) => subject_uuid));
      return own.filter(({ subject_uuid }) => changes.has(subject_uuid));
    },
  });
  return data;
}
