import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { reads } from '../api/queries.ts';
import { get, isMismatch, requestChange } from '../api/request.ts';
import { updateInLists } from './cached-lists.ts';
import type { Changes, RecordData } from './data.ts';
import { pairOf } from './pair.ts';
import { isSame } from './same.ts';
import { referredQuery } from './titles.ts';
import { withCustom } from './values/custom-name.ts';
import type { Field } from './values/field.ts';
import { FIELD_TYPES, valueIn } from './values/field-types.ts';
import { apiPath, queryKey, type RecordView, useView } from './view.ts';

/** A part of a record that is edited alone: a field, or one of the custom fields. */
export type Part = {
  /** Differs from the ids of the record's other parts. */
  id: string;
  label: string;
  of: (record: RecordData) => unknown;
  /** Returns the change that sets this part to the value. */
  put: (record: RecordData, value: unknown) => Changes;
};

export function fieldPart({ name, label, type, time, custom_key }: Field): Part {
  if (time !== undefined) return duePart(name, label, time);
  if (custom_key !== undefined)
    return customPart(name, label, custom_key, FIELD_TYPES[type].isUndeclared === true);
  return {
    id: name,
    label,
    of: (record) => record[name],
    put: (_record, value) => ({ [name]: value }),
  };
}

/**
 * The part for one custom field. A change sends all custom fields, because the API replaces them
 * together.
 */
function customPart(name: string, label: string, key: string, isOpen: boolean): Part {
  return {
    id: name,
    label,
    of: (record) => valueIn(record, { name, custom_key: key }) ?? (isOpen ? undefined : null),
    put: ({ custom = {} }, value) => ({ custom: withCustom(custom, key, value) }),
  };
}

/** The part for a day that may have a time. The API keeps the time in another field. */
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
  return useQuery(reads<RecordData>(queryKey(view, 'record', uuid), apiPath(view, uuid)));
}

/** A saved record, and the change that can be undone. */
export type Saved = { saved: RecordData; change_uuid: string };

/** A part that somebody else changed while the User edited it. */
export type Conflict = { theirs: RecordData; mine: unknown };

/**
 * Saves one part, if the record still has the version that was read. After a change of other parts,
 * it saves again with the new version. After a change of this part, `conflict` holds both values
 * for the User to choose.
 */
export function useSavePart(part: Part) {
  const view = useView();
  const queryClient = useQueryClient();
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [isSaving, setIsSaving] = useState(false);

  const keep = (record: RecordData) => keepRecord(queryClient, view, record);

  /**
   * Returns the saved record and the change, or null. `base` is the record as it was when the
   * editing began.
   */
  const save = async (mine: unknown, base: RecordData): Promise<Saved | null> => {
    setIsSaving(true);
    setError(null);
    try {
      const outcome = await patchOnTop(view, base, part, mine);
      if ('saved' in outcome) keep(outcome.saved);
      setConflict('saved' in outcome ? null : { theirs: outcome.theirs, mine });
      return 'saved' in outcome ? outcome : null;
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

/**
 * Puts a changed record into the caches of its page, of lists and of records that refer to it, and
 * reads its history again.
 */
function keepRecord(queryClient: QueryClient, view: RecordView, record: RecordData): void {
  queryClient.setQueryData(queryKey(view, 'record', record.uuid), record);
  queryClient.setQueryData(referredQuery(view.resource, record.uuid).queryKey, record);
  void queryClient.invalidateQueries({ queryKey: queryKey(view, 'timeline', record.uuid) });
  updateInLists(queryClient, view, record);
  void queryClient.invalidateQueries({ queryKey: queryKey(view, 'list'), refetchType: 'none' });
}

/**
 * Saves the value, and tries again with the new version if only other parts have changed. Returns
 * the saved record, or the record in which somebody else has changed this part.
 */
export async function patchOnTop(
  view: RecordView,
  base: RecordData,
  part: Part,
  value: unknown,
): Promise<Saved | { theirs: RecordData }> {
  const pair = pairOf(view, part.id) ?? [];
  const seen = (record: RecordData) => [part.of(record), ...pair.map((name) => record[name])];
  for (let below = base; ; ) {
    const saved = await patch(view, below, part.put(below, value));
    if (saved !== 'version_mismatch') return saved;
    const theirs = await get<RecordData>(apiPath(view, base.uuid));
    if (!isSame(seen(theirs), seen(base))) return { theirs };
    below = theirs;
  }
}

async function patch(view: RecordView, base: RecordData, body: Changes): Promise<Saved | 'version_mismatch'> {
  try {
    const options = { body, version: base.version };
    const path = apiPath(view, base.uuid);
    const { answer, change_uuid } = await requestChange<{ data: RecordData }>('PATCH', path, options);
    return { saved: answer.data, change_uuid };
  } catch (refusal) {
    if (isMismatch(refusal)) return 'version_mismatch';
    throw refusal;
  }
}
