import type { Event } from '@rapport/contract/events';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isOwnChange } from '../../api/own-changes.ts';
import { get, withQuery } from '../../api/request.ts';
import { isGone } from '../../layout/is-gone.ts';
import type { RecordData } from '../data.ts';
import type { DeletedRecord } from '../deleted/deleted.ts';
import { useDeletion } from '../deleted/use-deletion.ts';
import type { Part } from '../record.ts';
import { isSame } from '../same.ts';
import { apiPath, queryKey, useView } from '../view.ts';

/** More is not read by somebody who is writing. */
const TOLD_MAX = 3;

const NONE: Event[] = [];

/**
 * Returns what others did to a record since its editing began, the latest first, and how they
 * deleted it. `base` is the record as it was at the beginning.
 */
export function useMeanwhile(base: RecordData): { events: Event[]; deletion: DeletedRecord | null } {
  const view = useView();
  // The base moves on with what is taken over, and that stays told.
  const [since] = useState(base.version);
  const { data = NONE, error } = useQuery({
    queryKey: queryKey(view, 'meanwhile', base.uuid, since),
    queryFn: async ({ signal }) => {
      const address = withQuery(`${apiPath(view, base.uuid)}/events`, { limit: TOLD_MAX });
      const events = await get<Event[]>(address, signal);
      return events.filter(
        ({ change_uuid = null, data }) => Number(data.version) > since && !isOwnChange(change_uuid),
      );
    },
  });
  return { events: data, deletion: useDeletion(base.uuid, isGone(error)) ?? null };
}

/** The change by which a part has another value than when its editing began, if there is one. */
export function changeOf(part: Part, base: RecordData, events: Event[]): Event | undefined {
  const latest = events[0]?.data as RecordData | undefined;
  if (latest === undefined || isSame(part.of(latest), part.of(base))) return undefined;
  const isFrom = ({ data }: Event) => isSame(part.of(data as RecordData), part.of(latest));
  const before = events.findIndex((event) => !isFrom(event));
  return events.at(before === -1 ? -1 : before - 1);
}
