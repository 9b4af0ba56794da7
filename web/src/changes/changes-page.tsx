import { Anchor, Group, Table, Text } from '@mantine/core';
import type { Change } from '@rapport/contract/changes';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useCurrentAccount, useNameAmongAll } from '../accounts/current-account.ts';
import { pagesOf } from '../api/queries.ts';
import { useMayWriteHere } from '../fields/may-write.ts';
import { type Names, sayActor, useNames } from '../fields/names.ts';
import { Empty } from '../layout/empty.tsx';
import { Face } from '../layout/face.tsx';
import { KindIcon } from '../layout/kind-icon.tsx';
import { MoreButton } from '../layout/more-button.tsx';
import { Page } from '../layout/page.tsx';
import { Rows, TimeCell } from '../layout/rows.tsx';
import { UntilRead } from '../layout/until-read.tsx';
import { changes as texts } from '../texts/changes.ts';
import { sayCounts, sayKinds } from './change.ts';
import { TakenBack } from './outcome.tsx';

/** The page of all changes of one Account or of all, the latest first. */
export function ChangesPage() {
  const account_uuid = useCurrentAccount()?.uuid;
  const names = useNames();
  const mayWrite = useMayWriteHere();
  const list = useInfiniteQuery({
    queryKey: ['changes', 'list of all', account_uuid],
    ...pagesOf<Change>('/api/v2/changes', { account_uuid, limit: 50 }),
  });
  const found = list.data?.pages.flatMap((page) => page.data) ?? [];
  return (
    <Page title={texts.title} about={mayWrite ? texts.about : `${texts.about} ${texts.readOnly}`}>
      <UntilRead query={list} h={360} />
      {list.isSuccess && found.length === 0 && (
        <Empty title={texts.emptyTitle} what={texts.empty} sketch={[]} />
      )}
      {found.length > 0 && (
        <Rows>
          {found.map((change) => (
            <Row key={`${change.account_uuid} ${change.uuid}`} change={change} names={names} />
          ))}
        </Rows>
      )}
      <MoreButton pages={list} />
    </Page>
  );
}

/** Names the Account, because a program may make one change in several. */
function inAccount({ account_uuid }: Change): never {
  return { account_uuid } as never;
}

function Row({ change, names }: { change: Change; names: Names }) {
  const by = change.actor.user_uuid;
  const nameOf = useNameAmongAll();
  const account = nameOf(change.account_uuid);
  return (
    <Table.Tr>
      <Table.Td>
        <Group gap={8} wrap="nowrap" className="with-icon">
          <KindIcon resource={change.resources[0] ?? ''} />
          <Anchor
            component={Link}
            to={`/settings/changes/${change.uuid}`}
            search={inAccount(change)}
            size="sm"
            fw="bold"
          >
            {sayKinds(change)}: {sayCounts(change)}
          </Anchor>
          {change.undone_by !== null && <TakenBack />}
        </Group>
        {account && (
          <Text size="xs" c="dimmed" className="break-anywhere">
            {account}
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <Group gap={8} wrap="nowrap">
          {by && <Face id={by} name={names[by] ?? change.actor.name} />}
          <Text size="sm" className="break-anywhere">
            {texts.sources[change.source] ?? change.source} {sayActor(change.actor, names)}
          </Text>
        </Group>
      </Table.Td>
      <TimeCell at={change.created_at} />
    </Table.Tr>
  );
}
