import type { Client, ClientFields } from '@rapport/contract/clients';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiProblem, get, request } from '../api/request.ts';
import { updateInLists } from './list.ts';

export type FieldName = keyof ClientFields & keyof Client;

export function useClient(uuid: string) {
  return useQuery({
    queryKey: ['clients', 'record', uuid],
    queryFn: ({ signal }) => get<Client>(`/api/v2/clients/${uuid}`, signal),
  });
}

/** A field that somebody else changed while it was edited here. */
export type Conflict = { theirs: Client; mine: Client[FieldName] };

/**
 * Saves one field against the version that was read. When the record has changed meanwhile, but not this field, the change is
 * made on top; when this field has changed too, the caller is shown both values and decides.
 */
export function useSaveField(client: Client, name: FieldName) {
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
  const save = async (mine: Client[FieldName], base: Client): Promise<boolean> => {
    setIsSaving(true);
    setError(null);
    try {
      keep(await patch(base, name, mine));
      setConflict(null);
      return true;
    } catch (refusal) {
      if (!(refusal instanceof ApiProblem) || refusal.code !== 'version_mismatch') {
        setError(refusal);
        return false;
      }
      const theirs = await get<Client>(`/api/v2/clients/${client.uuid}`);
      if (isSame(theirs[name], base[name])) return save(mine, theirs);
      setConflict({ theirs, mine });
      return false;
    } finally {
      setIsSaving(false);
    }
  };

  const keepTheirs = () => {
    if (conflict) keep(conflict.theirs);
    setConflict(null);
  };
  return { save, conflict, keepTheirs, error, setError, isSaving };
}

async function patch(base: Client, name: FieldName, value: unknown): Promise<Client> {
  const path = `/api/v2/clients/${base.uuid}`;
  const answer = await request<{ data: Client }>('PATCH', path, {
    body: { [name]: value },
    version: base.version,
  });
  return answer.data;
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
