import type { Client, ClientFields } from '@rapport/contract/clients';
import { hashKey, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiProblem, get, request } from '../api/request.ts';
import { FIELD_LABELS } from '../texts/clients.ts';
import { updateInLists } from './list.ts';

export type FieldName = keyof ClientFields & keyof Client;

/** What is edited by itself: a field, or one of the custom fields. */
export type Part = {
  /** Tells it from the other parts of the Client. */
  id: string;
  label: string;
  of: (client: Client) => unknown;
  /** The change that gives this part the value. */
  put: (client: Client, value: unknown) => ClientFields;
};

export function fieldPart(name: FieldName): Part {
  return {
    id: name,
    label: FIELD_LABELS[name]!,
    of: (client) => client[name],
    put: (_client, value) => ({ [name]: value }),
  };
}

export function useClient(uuid: string) {
  return useQuery({
    queryKey: ['clients', 'record', uuid],
    queryFn: ({ signal }) => get<Client>(`/api/v2/clients/${uuid}`, signal),
  });
}

/** A part that somebody else changed while it was edited here. */
export type Conflict = { theirs: Client; mine: unknown };

/**
 * Saves one part against the version that was read. When the record has changed meanwhile, but not this part, the change is
 * made on top; when this part has changed too, the caller is shown both values and decides.
 */
export function useSavePart(client: Client, part: Part) {
  const queryClient = useQueryClient();
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [isSaving, setIsSaving] = useState(false);

  const keep = (record: Client) => {
    queryClient.setQueryData(['clients', 'record', client.uuid], record);
    void queryClient.invalidateQueries({ queryKey: ['clients', 'timeline', client.uuid] });
    updateInLists(queryClient, record);
    void queryClient.invalidateQueries({ queryKey: ['clients', 'list'], refetchType: 'none' });
  };

  /** True when it is saved. `base` is the record as it was when the editing began. */
  const save = async (mine: unknown, base: Client): Promise<boolean> => {
    setIsSaving(true);
    setError(null);
    try {
      const outcome = await patchOnTop(base, part, mine);
      if ('saved' in outcome) keep(outcome.saved);
      setConflict('saved' in outcome ? null : { theirs: outcome.theirs, mine });
      return 'saved' in outcome;
    } catch (refusal) {
      setError(refusal);
      return false;
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

/** The record with the change, on top of changes of other parts; or the record in which the same part has changed. */
async function patchOnTop(
  base: Client,
  part: Part,
  value: unknown,
): Promise<{ saved: Client } | { theirs: Client }> {
  for (let below = base; ; ) {
    const saved = await patch(below, part.put(below, value));
    if (saved !== 'version_mismatch') return { saved };
    const theirs = await get<Client>(`/api/v2/clients/${base.uuid}`);
    if (!isSame(part.of(theirs), part.of(base))) return { theirs };
    below = theirs;
  }
}

async function patch(base: Client, body: ClientFields): Promise<Client | 'version_mismatch'> {
  const path = `/api/v2/clients/${base.uuid}`;
  try {
    const options = { body, version: base.version };
    return (await request<{ data: Client }>('PATCH', path, options)).data;
  } catch (refusal) {
    if (refusal instanceof ApiProblem && refusal.code === 'version_mismatch') return refusal.code;
    throw refusal;
  }
}

/** Whatever the order of their keys: the database has its own, and an answer to a change that of the request. */
function isSame(a: unknown, b: unknown): boolean {
  return hashKey([{ value: a }]) === hashKey([{ value: b }]);
}
