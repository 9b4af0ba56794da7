import { Anchor, Button, Group, TextInput } from '@mantine/core';
import type { Account } from '@rapport/contract/accounts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { reads } from '../api/queries.ts';
import { request, withQuery } from '../api/request.ts';
import { BackLink } from '../layout/back-link.tsx';
import { forThumb } from '../layout/for-thumb.ts';
import { isGone } from '../layout/is-gone.ts';
import { Loading } from '../layout/loading.tsx';
import { notifyDone } from '../layout/notify.ts';
import { Page } from '../layout/page.tsx';
import { ProblemAlert } from '../layout/problem-alert.tsx';
import { RecordProblem } from '../layout/record-problem.tsx';
import { Section } from '../layout/section.tsx';
import { accounts as texts } from '../texts/accounts.ts';
import { common } from '../texts/common.ts';
import { AccountPlace } from './account-place.tsx';
import { Assistants, assistantsAreOn } from './assistants.tsx';
import { Invitations } from './invitations.tsx';
import { KeptOwners } from './kept-owners.tsx';
import { Members } from './members.tsx';
import { useOwnLogin } from './own-login.ts';
import { RenameAccount } from './rename-account.tsx';
import { RequireSecondFactor } from './require-second-factor.tsx';
import { SampleData } from './sample-data.tsx';
import { Teams } from './teams.tsx';
import { WhoSeesWhat } from './who-sees-what.tsx';
import { WholeAccount } from './whole-account.tsx';

/** The page of one Account: its name, its members, and its deletion. */
export function AccountPage() {
  const { uuid } = useParams({ strict: false }) as { uuid: string };
  const { data, error, refetch } = useQuery(reads<Account>(['accounts', uuid], `/api/v2/accounts/${uuid}`));
  const own = useOwnLogin(uuid);
  const mine = own.data;
  const back = <BackLink to="/accounts" label={texts.title} />;
  if (isGone(error) || (!data && error)) return <RecordProblem error={error} onRetry={refetch} back={back} />;
  // Waits for the User's role, which decides the height of nearly everything here.
  if (!data || own.isPending) return <Loading h={320} />;
  return (
    <Page title={data.name} back={back}>
      <ProblemAlert error={error} onRetry={refetch} />
      {!error && <ProblemAlert error={own.error} onRetry={own.refetch} />}
      {mine?.role === 'owner' && <RenameAccount key={data.version} account={data} />}
      {mine?.role === 'owner' && <AccountPlace key={`place ${data.version}`} account={data} />}
      {(mine?.role === 'owner' || mine?.role === 'admin') && <KeptOwners account={data} />}
      <Members account={data} mine={mine} />
      <Invitations account={data} mine={mine} />
      {(mine?.role === 'owner' || mine?.role === 'admin') && (
        <Section title={texts.audit} about={texts.auditAbout}>
          <Anchor component={Link} to={`/accounts/${uuid}/audit-log`} size="sm" {...forThumb}>
            {texts.toAudit}
          </Anchor>
        </Section>
      )}
      {mine && mine.role !== 'viewer' && <SampleData account={data} />}
      {mine?.role === 'owner' && <WhoSeesWhat account={data} />}
      {(mine?.role === 'owner' || mine?.role === 'admin') && <Teams account={data} />}
      {mine?.role === 'owner' && <RequireSecondFactor account={data} />}
      {mine?.role === 'owner' && assistantsAreOn && <Assistants account={data} />}
      {mine?.role === 'owner' && <WholeAccount account={data} />}
      {mine?.role === 'owner' && <DeleteAccount account={data} />}
    </Page>
  );
}

function DeleteAccount({ account }: { account: Account }) {
  const [typed, setTyped] = useState('');
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const remove = useMutation({
    mutationFn: () =>
      request('DELETE', withQuery(`/api/v2/accounts/${account.uuid}`, { confirm_name: typed }), {
        version: account.version,
      }),
    onSuccess: async () => {
      notifyDone(texts.deleted);
      await navigate({ to: '/accounts', search: { account_uuid: undefined } as never });
      queryClient.removeQueries({ queryKey: ['accounts', account.uuid] });
      await queryClient.invalidateQueries();
    },
  });
  return (
    <Section title={texts.deleteTitle} about={texts.deleteAbout}>
      <Group align="flex-end">
        <TextInput
          label={texts.deleteConfirm(account.name)}
          labelProps={{ className: 'break-anywhere' }}
          className="grow"
          maw={420}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Button
          color="red"
          variant="outline"
          disabled={typed !== account.name}
          loading={remove.isPending}
          onClick={() => remove.mutate()}
        >
          {common.remove}
        </Button>
      </Group>
      <ProblemAlert error={remove.error} />
    </Section>
  );
}
