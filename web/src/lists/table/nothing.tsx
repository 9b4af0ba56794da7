import { Button, Group } from '@mantine/core';
import { useAccounts, useCurrentAccount } from '../../accounts/current-account.ts';
import { useMayWriteAll } from '../../fields/may-write.ts';
import { fieldOf, type RecordView, useView } from '../../fields/view.ts';
import { Empty } from '../../layout/empty.tsx';
import { later } from '../../layout/later.tsx';
import { PageLoading } from '../../layout/loading.tsx';
import { records } from '../../texts/records.ts';
import { ImportLink, isImported } from '../import-link.tsx';
import { cleared, filtersOf, isNarrowed, type ListSearch, useListSearch } from '../list.ts';

const NoAccount = later(async () => (await import('../../accounts/no-account.tsx')).NoAccount, PageLoading);
const SampleButton = later(
  async () => (await import('../../accounts/sample-button.tsx')).SampleButton,
  () => null,
);

/** True when the list is narrowed as the menu opens it, and no further. */
function isStart(view: RecordView, search: ListSearch): boolean {
  const narrowed = JSON.stringify(filtersOf(search));
  return isNarrowed(search) && !search.q && narrowed === JSON.stringify(filtersOf(view.start?.search ?? {}));
}

/** The content of a list without records. `onCreate` is null for Users who may only read. */
export function Nothing({ onCreate }: { onCreate: (() => void) | null }) {
  const view = useView();
  const { resource, texts } = view;
  const [search, change] = useListSearch();
  const { data: accounts } = useAccounts();
  const current = useCurrentAccount();
  const mayWriteAll = useMayWriteAll();
  if (accounts?.length === 0) return <NoAccount />;
  const account_uuid = current?.uuid ?? accounts?.[0]?.uuid;
  const columns = view.default_columns.slice(0, 4).map((name) => fieldOf(view, name)!.label);
  const showAll = (
    <Button variant="default" onClick={() => change({ ...cleared(search), q: undefined })}>
      {texts.showAll}
    </Button>
  );
  if (isStart(view, search) && onCreate) {
    return (
      <Empty title={texts.noneOpenTitle} what={texts.noneOpen} sketch={columns}>
        <Group>
          <Button onClick={onCreate}>{texts.create}</Button>
          {showAll}
        </Group>
      </Empty>
    );
  }
  if (isNarrowed(search)) {
    return (
      <Empty title={records.noneTitle} what={texts.none}>
        {showAll}
      </Empty>
    );
  }
  if (onCreate === null) return <Empty title={texts.emptyTitle} what={texts.emptyToRead} sketch={columns} />;
  return (
    <Empty title={texts.emptyTitle} what={texts.empty} sketch={columns}>
      <Group>
        <ImportLink isMain />
        <Button variant={isImported(resource) ? 'default' : 'filled'} onClick={onCreate}>
          {texts.create}
        </Button>
        {account_uuid !== undefined && mayWriteAll(account_uuid) && (
          <SampleButton account_uuid={account_uuid} />
        )}
      </Group>
    </Empty>
  );
}
