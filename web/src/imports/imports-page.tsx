import { Anchor, Badge, Table, Text } from '@mantine/core';
import type { ImportSummary } from '@rapport/contract/imports';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useAccounts, useCurrentAccount, useNameAmongAll } from '../accounts/current-account.ts';
import { NoAccount } from '../accounts/no-account.tsx';
import { useMayWriteAll } from '../fields/may-write.ts';
import { AccountChoice, useTargetAccount } from '../fields/target-account.tsx';
import { Empty } from '../layout/empty.tsx';
import { Loading } from '../layout/loading.tsx';
import { MoreButton } from '../layout/more-button.tsx';
import { Page } from '../layout/page.tsx';
import { ProblemAlert } from '../layout/problem-alert.tsx';
import { Rows } from '../layout/rows.tsx';
import { Section } from '../layout/section.tsx';
import { Time } from '../layout/time.tsx';
import { UntilRead } from '../layout/until-read.tsx';
import { STATE_LABELS, imports as texts } from '../texts/imports.ts';
import { DropFiles } from './drop-files.tsx';
import { useImports, useSendFiles } from './imports.ts';
import { sayCounts } from './say.ts';

/** The height of the place to drop files, so that nothing jumps when it appears. */
const DROP_HEIGHT_PX = 132;

/** The page Settings → Imports: drop files, and see the imports so far. */
export function ImportsPage() {
  const { data: all, error, refetch } = useAccounts();
  return (
    <Page title={texts.title} about={texts.about}>
      <ProblemAlert error={error} onRetry={refetch} />
      {!all && !error && <Loading h={DROP_HEIGHT_PX} />}
      {all && (all.length === 0 ? <NoAccount /> : <SendFiles />)}
      {all && all.length > 0 && <PastImports />}
    </Page>
  );
}

function SendFiles() {
  const target = useTargetAccount();
  const mayWriteAll = useMayWriteAll();
  const { resource } = useSearch({ strict: false }) as { resource?: string };
  const { accounts, account_uuid } = target;
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const sendFiles = useSendFiles();
  const send = useMutation({
    mutationFn: (files: File[]) => sendFiles({ account_uuid: account_uuid!, files, resource }),
    onSuccess: async (made) => {
      void queryClient.invalidateQueries({ queryKey: ['imports', 'list'] });
      await navigate({ to: '/settings/imports/$uuid', params: { uuid: made.uuid } });
    },
  });
  const isNarrowed = account_uuid !== null && !mayWriteAll(account_uuid);
  if (accounts.length === 0) return <Text>{texts.readOnly}</Text>;
  return (
    <>
      <AccountChoice target={target} label={texts.account} />
      <ProblemAlert error={send.error} />
      {account_uuid === null && <Text c="dimmed">{texts.accountFirst}</Text>}
      {account_uuid !== null && send.isPending && (
        <>
          <Text size="sm">{texts.reading}</Text>
          <Loading h={DROP_HEIGHT_PX} />
        </>
      )}
      {isNarrowed && <Text size="sm">{texts.onlyWhole}</Text>}
      {account_uuid !== null && !isNarrowed && !send.isPending && (
        <DropFiles onFiles={(files) => send.mutate(files)} />
      )}
    </>
  );
}

function PastImports() {
  const list = useImports(useCurrentAccount()?.uuid ?? null);
  const rows = list.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <>
      <UntilRead query={list} h={160} />
      {list.isSuccess && rows.length === 0 && (
        <Empty title={texts.emptyTitle} what={texts.empty} sketch={[]} />
      )}
      {rows.length > 0 && (
        <Section title={texts.past}>
          <Rows verticalSpacing="sm">
            {rows.map((row) => (
              <ImportLine key={row.uuid} row={row} />
            ))}
          </Rows>
          <MoreButton pages={list} />
        </Section>
      )}
    </>
  );
}

function ImportLine({ row }: { row: ImportSummary }) {
  const { uuid, account_uuid, files, preset, progress, state, is_undone, created_by, created_at } = row;
  const nameOf = useNameAmongAll();
  const source = texts.source(preset);
  return (
    <Table.Tr>
      <Table.Td>
        <Anchor component={Link} to={`/settings/imports/${uuid}`} fw="bold" className="break-anywhere">
          {texts.files(files)}
        </Anchor>
        <Text size="xs" c="dimmed" className="break-anywhere">
          {[nameOf(account_uuid), source, state === 'draft' ? texts.rows(progress.total) : sayCounts(row)]
            .filter(Boolean)
            .join(' · ')}
        </Text>
      </Table.Td>
      <Table.Td>
        <StateOfImport state={state} is_undone={is_undone} />
      </Table.Td>
      <Table.Td>
        <Text size="xs" c="dimmed">
          {created_by.name} · <Time at={created_at} />
        </Text>
      </Table.Td>
    </Table.Tr>
  );
}

const COLOURS: Record<ImportSummary['state'], string> = {
  draft: 'gray',
  running: 'blue',
  stopped: 'orange',
  completed: 'teal',
  failed: 'red',
};

export function StateOfImport({ state, is_undone }: Pick<ImportSummary, 'state' | 'is_undone'>) {
  const color = is_undone ? 'gray' : COLOURS[state];
  return (
    <Badge variant="light" color={color} size="sm" tt="none" className="uncut">
      {is_undone ? texts.takenBack : STATE_LABELS[state]}
    </Badge>
  );
}
