import { Button } from '@mantine/core';
import { useAccounts, useCurrentAccount } from '../../accounts/current-account.ts';
import { isChangeable } from '../../api/unchangeable.ts';
import { useMayWrite, useMayWriteHere } from '../../fields/may-write.ts';
import { useNames } from '../../fields/names.ts';
import { useView } from '../../fields/view.ts';
import { Empty } from '../../layout/empty.tsx';
import { Loading } from '../../layout/loading.tsx';
import { MoreButton } from '../../layout/more-button.tsx';
import { Page } from '../../layout/page.tsx';
import { ProblemAlert } from '../../layout/problem-alert.tsx';
import { Rows } from '../../layout/rows.tsx';
import { BackToList } from '../../record/back-to-list.tsx';
import { deletedRecords, records } from '../../texts/records.ts';
import { useListSearch } from '../list.ts';
import { SearchField } from '../search-field.tsx';
import { useDeletedRecords } from './deleted-records.ts';
import { DeletedRow } from './deleted-row.tsx';

/**
 * The page of the records that can still be restored. The search finds them by words of their
 * names.
 */
export function DeletedPage() {
  const texts = useView().texts.trash;
  const [search, change] = useListSearch();
  const list = useDeletedRecords(search);
  const rows = list.data?.pages.flatMap((page) => page.data) ?? [];
  const names = useNames();
  const { data: accounts } = useAccounts();
  const isOfAll = useCurrentAccount() === null;
  const mayWrite = useMayWrite();
  const mayWriteHere = useMayWriteHere();
  return (
    <Page
      title={texts.title}
      back={<BackToList />}
      about={
        <>
          {texts.about} {!mayWriteHere && accounts?.length !== 0 && texts.readOnly}
        </>
      }
    >
      <SearchField label={texts.search} />
      <ProblemAlert
        error={list.error}
        onRetry={list.isFetchNextPageError ? list.fetchNextPage : list.refetch}
      />
      {list.isPending && <Loading h={160} />}
      {list.isSuccess &&
        rows.length === 0 &&
        (search.q ? (
          <Empty title={records.noneTitle} what={texts.none}>
            <Button variant="default" onClick={() => change({ q: undefined })}>
              {texts.showAll}
            </Button>
          </Empty>
        ) : (
          <Empty title={deletedRecords.emptyTitle} what={texts.empty} sketch={[]} />
        ))}
      {rows.length > 0 && (
        <Rows verticalSpacing="sm" aria-label={texts.title}>
          {rows.map((record) => (
            <DeletedRow
              // A record that was restored and deleted again is a new row.
              key={record.uuid + record.deleted_at}
              record={record}
              names={names}
              saysAccount={isOfAll}
              mayRestore={mayWrite(record.account_uuid) && isChangeable(record)}
              saysWhyNot={mayWriteHere}
            />
          ))}
        </Rows>
      )}
      <MoreButton pages={list} />
    </Page>
  );
}
