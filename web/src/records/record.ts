import { hashKey, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiProblem, get, request } from '../api/request.ts';
import type { Changes, RecordData } from './data.ts';
import type { Field } from './fields/field.ts';
import { updateInLists } from './list.ts';
import { apiPath, queryKey, type RecordView, useView } from './view.ts';

/** A part that is edited alone: a field, or one of the custom fields. */
export type Part = {
  /** Tells it from the other parts of the record. */
  id: string;
  label: string;
  of: (record: RecordData) => unknown;
  /** The change that gives this part the value. */
  put: (record: RecordData, value: unknown) => Changes;
};

export function fieldPart({ name, label, time }: Field): Part {
  if (time !== undefined) return duePart(name, label, time);
  return {
    id: name,
    label,
    of: (record) => record[name],
    put: (_record, value) => ({ [name]: value }),
  };
}

/** A day that may have a time, which the API has in another field. */
function duePart(day: string, label: string, time: string): Part {
  return {
    id: day,
    label,
    of: (record) => record[time] ?? record[day],
    put: (_record, value) =>
      String(value).includes('T') ? { [time]: value } : { [day]: value, [time]: null },
  };
}

export function useRecord(uuid: string) {
  const view = useView();
  return useQuery({
    queryKey: queryKey(view, 'record', uuid),
    queryFn: ({ signal }) => get<RecordData>(apiPath(view, uuid), signal),
  });
}

/** A part that somebody else changed while it was edited here. */
export type Conflict = { theirs: RecordData; mine: unknown };

/**
 * Saves one part against the version that was read. If only other parts have changed meanwhile, the
 * change is made on top. If this part has changed too, the caller is shown both values and decides.
 */
export function useSavePart(part: Part) {
  const view = useView();
  const queryClient = useQueryClient();
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [isSaving, setIsSaving] = useState(false);

  const keep = (record: RecordData) => keepRecord(queryClient, view, record);

  /** The record as it is saved, or null. `base` is it as it was when the editing began. */
  const save = async (mine: unknown, base: RecordData): Promise<RecordData | null> => {
    setIsSaving(true);
    setError(null);
    try {
      const outcome = await patchOnTop(view, base, part, mine);
      if ('saved' in outcome) keep(outcome.saved);
      setConflict('saved' in outcome ? null : { theirs: outcome.theirs, mine });
      return 'saved' in outcome ? outcome.saved : null;
    } catch (refusal) {
      setError(refusal);
      return null;
    } finally {
      setIsSaving(false);
    }
  };

  const keepTheirs = () => {
    if (conflict) keep(conflict.theirs);
    setConflict(null);
  };
  return { save, conflict, keepTheirs, error, isSaving };
}

/** Puts a record that was changed here into all that shows it; its history is read anew. */
export function keepRecord(queryClient: QueryClient, view: RecordView, record: RecordData): void {
  queryClient.setQueryData(queryKey(view, 'record', record.uuid), record);
  void queryClient.invalidateQueries({ queryKey: queryKey(view, 'timeline', record.uuid) });
  updateInLists(queryClient, view, record);
  void queryClient.invalidateQueries({ queryKey: queryKey(view, 'list'), refetchType: 'none' });
}

/**
 * The record with the change on top of other parts' changes; or the record in which the same part
 * has changed.
 */
async function patchOnTop(
  view: RecordView,
  base: RecordData,
  part: Part,
  value: unknown,
): Promise<{ saved: RecordData } | { theirs: RecordData }> {
  for (let below = base; ; ) {
    const saved = await patch(view, below, part.put(below, value));
    if (saved !== 'version_mismatch') return { saved };
    const theirs = await get<RecordData>(apiPath(view, base.uuid));
    if (!isSame(part.of(theirs), part.of(base))) return { theirs };
    below = theirs;
  }
}

async function patch(
  view: RecordView,
  base: RecordData,
  body: Changes,
): Promise<RecordData | 'version_mismatch'> {
  try {
    const options = { body, version: base.version };
    return (await request<{ data: RecordData }>('PATCH', apiPath(view, base.uuid), options)).data;
  } catch (refusal) {
    if (refusal instanceof ApiProblem && refusal.code === 'version_mismatch') return refusal.code;
    throw refusal;
  }
}

/**
 * Ignores the order of keys: the database has its own, and the answer to a change has that of the
 * request.
 */
function isSame(a: unknown, b: unknown): boolean {
  return hashKey([{ value: a }]) === hashKey([{ value: b }]);
}
