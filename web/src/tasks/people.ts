import type { Task } from '@rapport/contract/records/tasks';
import { useQuery } from '@tanstack/react-query';
import { reads } from '../api/queries.ts';
import type { RecordData } from '../fields/data.ts';
import { useNear } from '../fields/near.ts';
import type { Point } from '../fields/values/rows.ts';
import { useView } from '../fields/view.ts';

/** Somebody one speaks to. */
export type Person = { uuid: string; name: string; phones: Point[]; emails: Point[] };

/** The people of one business that fit beside each other. */
const PEOPLE_MAX = 8;

const NOBODY: Person[] = [];

/**
 * Returns the people one speaks to about a record, first whom one called last. A person's own page
 * has that person alone. Nobody is asked for unless `isAsked`.
 */
export function usePeople(record: RecordData, isAsked = true): Person[] {
  const isPerson = useView().resource === 'contact';
  const near = useNear('contact');
  const parameters = { ...near?.query, account_uuid: record.account_uuid, sort: 'name', limit: PEOPLE_MAX };
  const { data: people = NOBODY } = useQuery({
    ...reads<Person[]>(['/contacts', 'people', record.uuid], '/api/v2/contacts', parameters),
    enabled: isAsked && near !== undefined && !isPerson,
  });
  const { data: calls = [] } = useQuery({
    ...reads<Task[]>(['/tasks', 'last-call', record.uuid], '/api/v2/tasks', {
      'filter[records]': record.uuid,
      'filter[type]': 'call',
      'filter[status]': 'completed',
      sort: '-completed_at',
      limit: 1,
    }),
    enabled: people.length > 1,
  });
  if (isPerson) return [record as unknown as Person];
  const called = calls.flatMap((call) => call.records).map(({ uuid }) => uuid);
  return people.toSorted((a, b) => Number(called.includes(b.uuid)) - Number(called.includes(a.uuid)));
}
