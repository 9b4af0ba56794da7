import { Button, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useView } from '../../fields/view.ts';
import { Empty } from '../../layout/empty.tsx';
import { Waiting } from '../../layout/loading.tsx';
import { Page } from '../../layout/page.tsx';
import { ProblemAlert } from '../../layout/problem-alert.tsx';
import { BackToList } from '../../record/back-to-list.tsx';
import { duplicates as texts } from '../../texts/merge.ts';
import { DecideLink } from './decide-link.tsx';
import { DecideMerge } from './decide-merge.tsx';
import { keyOf, usePairs } from './pairs.ts';

/** The page that goes through pairs of records that are likely the same, one after the other. */
export function DuplicatesPage() {
  const view = useView();
  const list = usePairs();
  const [index, setIndex] = useState(0);
  const pair = list.pairs[index];
  const Decide = pair && pair.resources[0] !== pair.resources[1] ? DecideLink : DecideMerge;
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
      back={<BackToList />}
      about={
        <>
          {texts.about}{' '}
          <Text span inherit visibleFrom="sm">
            {texts.keys}
          </Text>
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
        <Empty title={texts.none} what={texts.noneAbout} sketch={[]} />
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
