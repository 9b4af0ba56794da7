import { Anchor, Group, Table, Text } from '@mantine/core';
import type { Proposal } from '@rapport/contract/proposals';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useCurrentAccount, useNameAmongAll } from '../accounts/current-account.ts';
import { pagesOf } from '../api/queries.ts';
import { kindNamed } from '../fields/kinds.ts';
import { type Names, sayActor, useNames } from '../fields/names.ts';
import { Empty } from '../layout/empty.tsx';
import { KindIcon } from '../layout/kind-icon.tsx';
import { MoreButton } from '../layout/more-button.tsx';
import { Page } from '../layout/page.tsx';
import { Rows, TimeCell } from '../layout/rows.tsx';
import { UntilRead } from '../layout/until-read.tsx';
import { proposals as texts } from '../texts/proposals.ts';

/** The page of all proposals that the User sees, the latest first. */
export function ProposalsPage() {
  const account_uuid = useCurrentAccount()?.uuid;
  const names = useNames();
  const list = useInfiniteQuery({
    queryKey: ['proposals', 'list', account_uuid],
    ...pagesOf<Proposal>('/api/v2/proposals', { account_uuid, limit: 50 }),
  });
  const found = list.data?.pages.flatMap((page) => page.data) ?? [];
  return (
    <Page title={texts.title} about={texts.about}>
      <UntilRead query={list} h={360} />
      {list.isSuccess && found.length === 0 && (
        <Empty title={texts.emptyTitle} what={texts.empty} sketch={[]} />
      )}
      {found.length > 0 && (
        <Rows>
          {found.map((proposal) => (
            <Row key={proposal.uuid} proposal={proposal} names={names} />
          ))}
        </Rows>
      )}
      <MoreButton pages={list} />
    </Page>
  );
}

function Row({ proposal, names }: { proposal: Proposal; names: Names }) {
  const { uuid, account_uuid, operations, proposed_by, state, created_at } = proposal;
  const account = useNameAmongAll()(account_uuid);
  const kinds = [...new Set(operations.map(({ resource }) => kindNamed(resource)?.label ?? resource))];
  return (
    <Table.Tr>
      <Table.Td>
        <Group gap={8} wrap="nowrap" className="with-icon">
          <KindIcon resource={operations[0]!.resource} />
          <Anchor component={Link} to={`/settings/proposals/${uuid}`} size="sm" fw="bold">
            {kinds.join(', ')}: {texts.changesOf(operations.length)}
          </Anchor>
        </Group>
        {account && (
          <Text size="xs" c="dimmed" className="break-anywhere">
            {account}
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <Text size="sm" className="break-anywhere">
          {sayActor(proposed_by, names)}
        </Text>
      </Table.Td>
      <Table.Td>
        <Text size="sm">{texts.states[state]}</Text>
      </Table.Td>
      <TimeCell at={created_at} />
    </Table.Tr>
  );
}
