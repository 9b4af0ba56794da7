import { Paper, Table, Text } from '@mantine/core';
import type { Grant } from '@rapport/contract/grants';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { reads } from '../api/queries.ts';
import { request } from '../api/request.ts';
import { ConfirmButton } from '../layout/confirm-button.tsx';
import { Empty } from '../layout/empty.tsx';
import { notifyDone } from '../layout/notify.ts';
import { Page } from '../layout/page.tsx';
import { Rows } from '../layout/rows.tsx';
import { Time } from '../layout/time.tsx';
import { UntilRead } from '../layout/until-read.tsx';
import { sayPower } from '../texts/scopes.ts';
import { apps as texts } from '../texts/security.ts';

/** The page of the applications that the User has let in. */
export function ConnectedApplicationsPage() {
  const grants = useQuery(reads<Grant[]>(['grants'], '/api/v2/grants'));
  return (
    <Page title={texts.title} about={texts.about}>
      <UntilRead query={grants} h={120} />
      {grants.data?.length === 0 && <Empty title={texts.emptyTitle} what={texts.empty} sketch={[]} />}
      {grants.data && grants.data.length > 0 && (
        <Paper withBorder p="xs">
          <Rows verticalSpacing="sm">
            {grants.data.map((grant) => (
              <GrantRow key={grant.uuid} grant={grant} />
            ))}
          </Rows>
        </Paper>
      )}
    </Page>
  );
}

function GrantRow({ grant }: { grant: Grant }) {
  const queryClient = useQueryClient();
  const { name, company } = grant.application;
  const revoke = async () => {
    await request('DELETE', `/api/v2/grants/${grant.uuid}`);
    notifyDone(texts.revoked(name));
    await queryClient.invalidateQueries({ queryKey: ['grants'] });
  };
  return (
    <Table.Tr>
      <Table.Td>
        <Text size="sm" fw="bold" className="break-anywhere">
          {name}{' '}
          <Text span size="sm" c="dimmed" fw={400}>
            {texts.by(company)}
          </Text>
        </Text>
        <Text size="xs" c="dimmed">
          {sayPower(grant.scope)}
          {grant.account_uuids && `, ${texts.inAccounts(grant.account_uuids.length)}`} · {texts.since}{' '}
          <Time at={grant.created_at} />
        </Text>
      </Table.Td>
      <Table.Td>
        <Text size="xs" c="dimmed">
          {grant.last_used_at ? (
            <>
              {texts.lastUsed} <Time at={grant.last_used_at} />
            </>
          ) : (
            texts.neverUsed
          )}
        </Text>
        {grant.expires_at && (
          <Text size="xs" c="dimmed">
            {texts.expires} <Time at={grant.expires_at} />
          </Text>
        )}
      </Table.Td>
      <Table.Td className="at-end">
        <ConfirmButton
          label={texts.revoke}
          name={texts.revokeOf(name)}
          title={texts.revokeTitle(name)}
          hint={texts.revokeHint}
          onConfirm={revoke}
        />
      </Table.Td>
    </Table.Tr>
  );
}
