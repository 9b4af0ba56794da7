import type { Import, ImportPlan, ImportRow, ImportSummary, RowOutcome } from '@rapport/contract/imports';
import {
  type InfiniteData,
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { type ListPage, pagesOf, reads } from '../api/queries.ts';
import { readWhile } from '../api/query-client.ts';
import { request } from '../api/request.ts';

export const IMPORTS_PATH = '/api/v2/imports';

const KEY = ['imports'];

/** How often the page asks how far an import is. */
const ASK_MS = 1000;

/** The imports of the Account, or of all, newest first. */
export function useImports(account_uuid: string | null) {
  return useInfiniteQuery({
    queryKey: [...KEY, 'list', account_uuid],
    ...pagesOf<ImportSummary>(IMPORTS_PATH, { account_uuid, limit: 20 }),
    refetchInterval: readWhile<InfiniteData<ListPage<ImportSummary>>>(
      ({ pages }) => pages.some(({ data }) => data.some((one) => one.state === 'running')),
      3 * ASK_MS,
    ),
  });
}

/**
 * An import, asked for again and again while it runs. Lists of records are read anew when it ends.
 */
export function useImport(uuid: string) {
  const queryClient = useQueryClient();
  const query = useQuery({
    ...reads<Import>([...KEY, uuid], `${IMPORTS_PATH}/${uuid}`),
    refetchInterval: readWhile<Import>(({ state }) => state === 'running', ASK_MS),
  });
  const state = query.data?.state;
  const before = useRef(state);
  useEffect(() => {
    if (before.current === 'running' && state !== 'running') {
      void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] !== uuid });
    }
    before.current = state;
  }, [state, queryClient, uuid]);
  return query;
}

/**
 * Files to send. `resource`: what their rows are, where no system is recognised that says it.
 * `encoding`: how the letters of texts are to be read, `header_lines`: where the names of columns
 * stand, where they are not found out rightly.
 */
export type Sending = {
  account_uuid: string;
  files: File[];
  resource?: string;
  encoding?: string;
  header_lines?: Record<string, number | 'none'>;
};

/** The files of the drafts that this page has sent, for another reading of their letters. */
const sendings = new Map<string, Sending>();

export function sentFiles(uuid: string): Sending | undefined {
  return sendings.get(uuid);
}

/** Sends files, and keeps the draft that is made of them. */
export function useSendFiles() {
  const queryClient = useQueryClient();
  return async (sending: Sending): Promise<Import> => {
    const made = await sendFiles(sending);
    sendings.set(made.uuid, sending);
    queryClient.setQueryData([...KEY, made.uuid], made);
    return made;
  };
}

/**
 * Sends the files of a draft anew, to be read in another way, and shows the draft that is made of
 * them in its place. Only the page that has sent them can.
 */
export function useReadAnew(draft: Import) {
  const sent = sentFiles(draft.uuid);
  const remove = useDelete(draft);
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const send = useSendFiles();
  const again = useMutation({
    mutationFn: (changes: Partial<Sending>) => send({ ...sent!, ...changes }),
    onSuccess: async (made) => {
      await remove();
      void queryClient.invalidateQueries({ queryKey: [...KEY, 'list'] });
      await navigate({ to: '/settings/imports/$uuid', params: { uuid: made.uuid } });
    },
  });
  return { sent, again };
}

async function sendFiles(sending: Sending): Promise<Import> {
  const { account_uuid, files, resource, encoding, header_lines } = sending;
  const form = new FormData();
  form.append('account_uuid', account_uuid);
  if (encoding) form.append('encoding', encoding);
  if (header_lines) form.append('header_line', JSON.stringify(header_lines));
  for (const file of files) form.append('file', file, file.name);
  const { data } = await request<{ data: Import }>('POST', IMPORTS_PATH, { body: form });
  const plan = planFor(data, resource);
  if (plan === null) return data;
  return (await request<{ data: Import }>('PATCH', `${IMPORTS_PATH}/${data.uuid}`, { body: { plan } })).data;
}

/**
 * The plan of files that were sent from the list of a kind; null: it stays. What a single file of
 * no known system seems to be is a guess, and the list is none. Several files are a set of kinds.
 */
export function planFor(
  { files, plan }: Pick<Import, 'files' | 'plan'>,
  resource: string | undefined,
): ImportPlan | null {
  if (resource === undefined) return null;
  const isAlone = files.length === 1 && files[0]!.preset === null;
  const kindOf = (file: ImportPlan['files'][number]) => (isAlone ? resource : (file.resource ?? resource));
  if (plan.files.every((file) => file.resource === kindOf(file))) return null;
  return { ...plan, files: plan.files.map((file) => ({ ...file, resource: kindOf(file) })) };
}

/**
 * Saves changes of the plan, one after the other. `plan` has the changes that are still on their
 * way.
 */
export function usePlan({ uuid, plan }: Import) {
  const queryClient = useQueryClient();
  const save = useMutation({
    mutationFn: (changed: ImportPlan) =>
      request<{ data: Import }>('PATCH', `${IMPORTS_PATH}/${uuid}`, { body: { plan: changed } }),
    scope: { id: `plan ${uuid}` },
    onSuccess: ({ data }) => queryClient.setQueryData([...KEY, uuid], data),
  });
  const shown = save.isPending ? save.variables : plan;
  return {
    plan: shown,
    isSaving: save.isPending,
    error: save.error,
    change: (changes: Partial<ImportPlan>) => save.mutate({ ...shown, ...changes }),
  };
}

/** Starts an import, or stops it. */
export function useAct({ uuid }: Import, act: 'start' | 'stop') {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => request<{ data: Import }>('POST', `${IMPORTS_PATH}/${uuid}/${act}`),
    onSuccess: ({ data }) => queryClient.setQueryData([...KEY, uuid], data),
  });
}

/** Deletes a draft, and forgets the list that has it: the page of it would show it for a moment. */
export function useDelete({ uuid }: Import) {
  const queryClient = useQueryClient();
  return async () => {
    await request('DELETE', `${IMPORTS_PATH}/${uuid}`);
    queryClient.removeQueries({ queryKey: [...KEY, 'list'] });
  };
}

/** Which rows of an import are shown: all, those with an outcome, or those that lost cells. */
export type ShownRows = 'all' | RowOutcome | 'lossy';

/** The rows of an import with what became of each. */
export function useRows(uuid: string, shown: ShownRows) {
  const filter = shown === 'all' ? {} : shown === 'lossy' ? { lossy: 'true' } : { outcome: shown };
  return useInfiniteQuery({
    queryKey: [...KEY, uuid, 'rows', shown],
    ...pagesOf<ImportRow>(`${IMPORTS_PATH}/${uuid}/rows`, { ...filter, limit: 50 }),
    placeholderData: keepPreviousData,
  });
}
