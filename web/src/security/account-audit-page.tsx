import { Badge, Button, Table, Text } from '@mantine/core';
import type { Account } from '@rapport/contract/accounts';
import type { AuditEntry } from '@rapport/contract/audit';
import type { AccountApplication, AccountToken, AccountWebhook } from '@rapport/contract/connections';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { loginsOf } from '../accounts/logins.ts';
import { pagesOf, reads, readsAll } from '../api/queries.ts';
import { getAll, request, withQuery } from '../api/request.ts';
import { BackLink } from '../layout/back-link.tsx';
import { ConfirmButton } from '../layout/confirm-button.tsx';
import { notifyDone, notifyProblem } from '../layout/notify.ts';
import { Page } from '../layout/page.tsx';
import { Rows, TimeCell } from '../layout/rows.tsx';
import { Section } from '../layout/section.tsx';
import { Together } from '../layout/together.tsx';
import { UntilRead } from '../layout/until-read.tsx';
import { sayPower } from '../texts/scopes.ts';
import { sayEntryOfAccount, accountAudit as texts } from '../texts/security.ts';
import { AuditEntries } from './audit-entries.tsx';
import { saveAuditFile } from './audit-file.ts';

/** The page of an Account's audit log and webhooks, for its owners and admins. */
export function AccountAuditPage() {
  const { uuid } = useParams({ strict: false }) as { uuid: string };
  const account = useQuery(reads<Account>(['accounts', uuid], `/api/v2/accounts/${uuid}`));
  const back = <BackLink to={`/accounts/${uuid}`} label={account.data?.name ?? texts.account} />;
  return (
    <Page title={texts.title} back={back}>
      <Together>
        <Webhooks account_uuid={uuid} />
        <Applications account_uuid={uuid} />
        <Tokens account_uuid={uuid} />
        <Log account_uuid={uuid} />
      </Together>
    </Page>
  );
}

function Webhooks({ account_uuid }: { account_uuid: string }) {
  const list = useQuery(
    readsAll<AccountWebhook>(
      ['accounts', account_uuid, 'webhooks'],
      `/api/v2/accounts/${account_uuid}/webhook-subscriptions`,
    ),
  );
  return (
    <Section title={texts.webhooks} about={texts.webhooksAbout}>
      <UntilRead query={list} h={60} />
      {list.data?.length === 0 && <Text size="sm">{texts.noWebhooks}</Text>}
      <Rows>
        {list.data?.map((webhook) => (
          <Table.Tr key={webhook.uuid}>
            <Table.Td>
              <Text size="sm" fw="bold" className="break-anywhere">
                {webhook.origin}{' '}
                {!webhook.enabled && (
                  <Badge variant="light" color="gray" size="sm" tt="none">
                    {texts.disabled}
                  </Badge>
                )}
              </Text>
              <Text size="xs" c="dimmed" className="break-anywhere">
                {webhook.events.join(', ')}
              </Text>
            </Table.Td>
            <Holder {...webhook} />
            <TimeCell at={webhook.last_outgoing_webhook_call_at} never={texts.neverUsed} />
          </Table.Tr>
        ))}
      </Rows>
    </Section>
  );
}

function Applications({ account_uuid }: { account_uuid: string }) {
  const list = useQuery(
    readsAll<AccountApplication>(
      ['accounts', account_uuid, 'applications'],
      `/api/v2/accounts/${account_uuid}/grants`,
    ),
  );
  return (
    <Section title={texts.applications} about={texts.applicationsAbout}>
      <UntilRead query={list} h={60} />
      {list.data?.length === 0 && <Text size="sm">{texts.noApplications}</Text>}
      <Rows>
        {list.data?.map((grant) => (
          <Table.Tr key={grant.uuid}>
            <Table.Td>
              <Text size="sm" fw="bold" className="break-anywhere">
                {grant.application.name}
              </Text>
              <Text size="xs" c="dimmed">
                {grant.application.company} · {sayPower(grant.scope)}
              </Text>
            </Table.Td>
            <Holder user={grant.user} application={null} />
            <TimeCell at={grant.last_used_at} never={texts.neverUsed} />
            <ShutOut
              name={grant.application.name}
              path={`/api/v2/accounts/${account_uuid}/grants/${grant.uuid}`}
              account_uuid={account_uuid}
            />
          </Table.Tr>
        ))}
      </Rows>
    </Section>
  );
}

function Tokens({ account_uuid }: { account_uuid: string }) {
  const path = `/api/v2/accounts/${account_uuid}/personal-access-tokens`;
  const list = useQuery(readsAll<AccountToken>(['accounts', account_uuid, 'tokens'], path));
  return (
    <Section title={texts.tokens} about={texts.tokensAbout}>
      <UntilRead query={list} h={60} />
      {list.data?.length === 0 && <Text size="sm">{texts.noTokens}</Text>}
      <Rows>
        {list.data?.map((token) => (
          <Table.Tr key={token.uuid}>
            <Table.Td>
              <Text size="sm" fw="bold" className="break-anywhere">
                {token.name}
              </Text>
              <Text size="xs" c="dimmed">
                {sayPower(token.scope)}
              </Text>
            </Table.Td>
            <Holder user={token.user} application={null} />
            <TimeCell at={token.last_used_at} never={texts.neverUsed} />
            <ShutOut name={token.name} path={`${path}/${token.uuid}`} account_uuid={account_uuid} />
          </Table.Tr>
        ))}
      </Rows>
    </Section>
  );
}

/** The button that takes this Account from a token or an application. */
function ShutOut(props: { name: string; path: string; account_uuid: string }) {
  const { name, path, account_uuid } = props;
  const queryClient = useQueryClient();
  const shutOut = async () => {
    await request('DELETE', path);
    notifyDone(texts.isShutOut(name));
    await queryClient.invalidateQueries({ queryKey: ['accounts', account_uuid] });
  };
  return (
    <Table.Td className="at-end">
      <ConfirmButton
        label={texts.shutOut}
        name={texts.shutOutOf(name)}
        title={texts.shutOutTitle(name)}
        hint={texts.shutOutHint}
        onConfirm={shutOut}
      />
    </Table.Td>
  );
}

function Holder({ user, application }: Pick<AccountWebhook, 'user' | 'application'>) {
  return (
    <Table.Td>
      <Text size="sm" className="break-anywhere">
        {user.name}
      </Text>
      <Text size="xs" c="dimmed" className="break-anywhere">
        {application ? texts.by(application.name) : user.email}
      </Text>
    </Table.Td>
  );
}

function Log({ account_uuid }: { account_uuid: string }) {
  const log = useInfiniteQuery({
    queryKey: ['accounts', account_uuid, 'audit-log'],
    ...pagesOf<AuditEntry>('/api/v2/audit-log', { account_uuid, limit: 50 }),
  });
  const logins = useQuery(loginsOf(account_uuid));
  const nameOf = (uuid: string | null) =>
    logins.data?.find(({ user_uuid }) => user_uuid === uuid)?.user.name ?? null;
  const save = useMutation({
    mutationFn: async () => {
      const path = withQuery('/api/v2/audit-log', { account_uuid });
      saveAuditFile(await getAll<AuditEntry>(path, new AbortController().signal), nameOf);
    },
    onError: notifyProblem,
  });
  return (
    <Section title={texts.log} about={texts.logAbout}>
      <div>
        <Button variant="default" size="compact-sm" loading={save.isPending} onClick={() => save.mutate()}>
          {texts.save}
        </Button>
      </div>
      <AuditEntries
        log={log}
        say={(entry) => (
          <>
            <Text size="sm" className="break-anywhere">
              {sayEntryOfAccount(entry)}
            </Text>
            <Text size="xs" c="dimmed" className="break-anywhere">
              {nameOf(entry.user_uuid)}
            </Text>
          </>
        )}
      />
    </Section>
  );
}
