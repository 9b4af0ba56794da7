import type { Duplicate } from '@rapport/contract/records/duplicates';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useCurrentAccount } from '../../accounts/current-account.ts';
import { pagesOf } from '../../api/queries.ts';
import { request } from '../../api/request.ts';
import type { RecordData } from '../../fields/data.ts';
import { kindNamed, nameOf } from '../../fields/kinds.ts';
import { apiPath, queryKey, useView } from '../../fields/view.ts';
import { notifyProblem } from '../../layout/notify.ts';
import { notifyWithButton } from '../../layout/notify-with-button.tsx';
import { common } from '../../texts/common.ts';
import { duplicates as texts } from '../../texts/merge.ts';

export type Pair = Duplicate<RecordData>;

/** The pairs that were found so far, without those that were decided here. */
export function usePairs() {
  const view = useView();
  const account_uuid = useCurrentAccount()?.uuid;
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const list = useInfiniteQuery({
    queryKey: queryKey(view, 'duplicates', account_uuid),
    ...pagesOf<Pair>(`${apiPath(view)}/duplicates`, { account_uuid, limit: 20 }),
    // Decided pairs are hidden at once, so the pages need not be read again after each.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: 'always',
  });
  const all = list.data?.pages.flatMap((page) => page.data) ?? [];
  const pairs = all.filter(
    (pair) => !hidden.has(keyOf(pair)) && !pair.records.some(({ uuid }) => hidden.has(uuid)),
  );
  return {
    pairs,
    error: list.error,
    isFetching: list.isFetching,
    hasNextPage: list.hasNextPage,
    fetchNextPage: list.fetchNextPage,
    refetch: list.refetch,
    /** Hides a pair by its key, or all pairs of a record by its uuid. */
    hide: (what: string) => setHidden((now) => new Set([...now, what])),
    show: (what: string) => setHidden((now) => new Set([...now].filter((one) => one !== what))),
  };
}

export function keyOf({ records }: Pair): string {
  return records.map(({ uuid }) => uuid).join(' ');
}

/** What a decision about a pair needs. */
export type DecideProps = {
  pair: Pair;
  label: string;
  onNext: () => void;
  onPrevious: (() => void) | null;
  /** Hides a pair by its key, or all pairs of a record by its uuid. */
  hide: (what: string) => void;
  show: (what: string) => void;
};

/** Returns a function that keeps that the records of a pair are not the same. */
export function useTellApart({ pair, hide, show }: DecideProps): () => Promise<void> {
  const view = useView();
  const [a, b] = pair.records;
  const [one, other] = pair.records.map((record, at) =>
    nameOf(record, kindNamed(pair.resources[at]!)!.title),
  );
  const tell = (distinct: boolean) =>
    request('POST', `${apiPath(view, a.uuid)}/distinct`, { body: { other_uuid: b.uuid, distinct } });
  return async () => {
    try {
      await tell(true);
    } catch (error) {
      return notifyProblem(error);
    }
    hide(keyOf(pair));
    notifyWithButton(texts.toldApart(one!, other!), common.undo, async () => {
      await tell(false).then(() => show(keyOf(pair)), notifyProblem);
    });
  };
}
