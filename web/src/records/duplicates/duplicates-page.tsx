import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import type { Duplicate } from '@rapport/contract/records/duplicates';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useCurrentAccount } from '../../accounts/current-account.ts';
import { request, withQuery } from '../../api/request.ts';
import { Empty } from '../../layout/empty.tsx';
import { Waiting } from '../../layout/loading.tsx';
import { notifyProblem } from '../../layout/notify.ts';
import { notifyWithButton } from '../../layout/notify-with-button.tsx';
import { Page } from '../../layout/page.tsx';
import { ProblemAlert } from '../../layout/problem-alert.tsx';
import { Section } from '../../layout/section.tsx';
import { common } from '../../texts/common.ts';
import { duplicates as texts } from '../../texts/merge.ts';
import { BackToList } from '../back-to-list.tsx';
import type { RecordData } from '../data.ts';
import { useMayWrite } from '../may-write.ts';
import { Compare, MergeButtons } from '../merge/compare.tsx';
import { useMerge } from '../merge/use-merge.ts';
import { apiPath, queryKey, titleOf, useView } from '../view.ts';
import { useDuplicateKeys } from './keys.ts';

type Pair = Duplicate<RecordData>;

/** The page that goes through pairs of records that are likely the same, one after the other. */
export function DuplicatesPage() {
  const view = useView();
  const list = usePairs();
  const [index, setIndex] = useState(0);
  const pair = list.pairs[index];
  const isSearching = list.isFetching && pair === undefined;
  const read = list.hasNextPage && !list.isFetching && list.pairs.length <= index + 1;
  // The next page is read before the last pair is decided.
  useEffect(() => {
    if (read) void list.fetchNextPage();
  }, [read, list.fetchNextPage]);
  return (
    <Page
      wide
      title={texts.title(view.texts.title)}
      about={
        <>
          <BackToList />
          <br />
          {texts.about}
        </>
      }
    >
      <ProblemAlert error={list.error} onRetry={list.refetch} />
      {isSearching && <Waiting what={texts.looking} />}
      {pair && (
        <Decide
          key={keyOf(pair)}
          pair={pair}
          label={texts.pair(index + 1, list.pairs.length, !list.hasNextPage)}
          onNext={() => setIndex(index + 1)}
          onPrevious={index > 0 ? () => setIndex(index - 1) : null}
          hide={list.hide}
          show={list.show}
        />
      )}
      {!pair && !isSearching && !list.error && list.pairs.length === 0 && (
        <Empty title={texts.none} what={texts.noneAbout} />
      )}
      {!pair && !isSearching && list.pairs.length > 0 && (
        <Empty title={texts.end} what={texts.endAbout}>
          <Button variant="default" onClick={() => setIndex(0)}>
            {texts.again}
          </Button>
        </Empty>
      )}
    </Page>
  );
}

/** The pairs that were found so far, without those that were decided here. */
function usePairs() {
  const view = useView();
  const account_uuid = useCurrentAccount()?.uuid;
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const list = useInfiniteQuery({
    queryKey: queryKey(view, 'duplicates', account_uuid),
    queryFn: ({ pageParam, signal }) =>
      request<{ data: Pair[]; next_cursor: string | null }>(
        'GET',
        withQuery(`${apiPath(view)}/duplicates`, { account_uuid, cursor: pageParam, limit: 20 }),
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: (page) => page.next_cursor,
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

function keyOf({ records }: Pair): string {
  return records.map(({ uuid }) => uuid).join(' ');
}

type Props = {
  pair: Pair;
  label: string;
  onNext: () => void;
  onPrevious: (() => void) | null;
  hide: (what: string) => void;
  show: (what: string) => void;
};

function Decide({ pair, label, onNext, onPrevious, hide, show }: Props) {
  const view = useView();
  const mayWrite = useMayWrite()(pair.records[0].account_uuid);
  const gone = useRef('');
  const merging = useMerge(
    pair.records,
    (_, goes) => {
      gone.current = goes.uuid;
      hide(goes.uuid);
    },
    () => show(gone.current),
  );
  const [a, b] = pair.records;
  const tell = (distinct: boolean) =>
    request('POST', `${apiPath(view, a.uuid)}/distinct`, { body: { other_uuid: b.uuid, distinct } });
  const tellApart = async () => {
    try {
      await tell(true);
    } catch (error) {
      return notifyProblem(error);
    }
    hide(keyOf(pair));
    notifyWithButton(texts.toldApart(titleOf(view, a), titleOf(view, b)), common.undo, async () => {
      await tell(false).then(() => show(keyOf(pair)), notifyProblem);
    });
  };
  useDuplicateKeys({
    n: onNext,
    p: onPrevious,
    ...(mayWrite && {
      d: () => void tellApart(),
      s: merging.swap,
      m: merging.tried.data ? () => void merging.merge() : null,
    }),
  });
  return (
    <Section title={label} about={texts.shares(pair.because.map((way) => texts.because[way]!))}>
      <Stack>
        <Compare merging={merging} canChoose={mayWrite} />
        {!mayWrite && (
          <Alert variant="light" color="gray">
            {texts.readOnly}
          </Alert>
        )}
        <Group justify="space-between" gap="xs">
          <Group gap="xs">
            <Button variant="subtle" disabled={!onPrevious} onClick={() => onPrevious?.()}>
              {texts.previous}
            </Button>
            <Button variant="subtle" onClick={onNext}>
              {texts.next}
            </Button>
          </Group>
          {mayWrite && (
            <MergeButtons merging={merging}>
              <Button variant="default" onClick={() => void tellApart()}>
                {texts.different}
              </Button>
            </MergeButtons>
          )}
        </Group>
        <Text size="xs" c="dimmed" className="only-heard" role="status">
          {label}
        </Text>
      </Stack>
    </Section>
  );
}
