import { Anchor, Badge, Button, Table, Text, TextInput, VisuallyHidden } from '@mantine/core';
import type { Account } from '@rapport/contract/accounts';
import type { CurrentUser } from '@rapport/contract/personal-access-tokens';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { request } from '../api/request.ts';
import { useMe } from '../identity/session.ts';
import { Dialog } from '../layout/dialog.tsx';
import { errorBeside, fieldErrors, useDraft } from '../layout/draft.ts';
import { Empty } from '../layout/empty.tsx';
import { Form } from '../layout/form.tsx';
import { Loading } from '../layout/loading.tsx';
import { notifyDone, notifyProblem } from '../layout/notify.ts';
import { Page } from '../layout/page.tsx';
import { PlaceFields, placeBody } from '../layout/place-fields.tsx';
import { guessPlace } from '../layout/place-guess.ts';
import { ProblemAlert } from '../layout/problem-alert.tsx';
import { Time } from '../layout/time.tsx';
import { ROLE_LABELS, accounts as texts } from '../texts/accounts.ts';
import { common, nav } from '../texts/common.ts';
import { useAccounts } from './current-account.ts';
import { DeletedAccounts } from './deleted-accounts.tsx';
import { useOwnLogins } from './own-login.ts';
import { PendingLogins } from './pending-logins.tsx';

/** The page of all Accounts of the User. */
export function AccountsPage() {
  const { create } = useSearch({ strict: false }) as { create?: string };
  const navigate = useNavigate();
  const setCreating = (open: boolean) =>
    // Replaces the entry in the history, so that Back leads to the page before, never to the dialog
    // again.
    void navigate({
      to: '.',
      search: (before: object) => ({ ...before, create: open ? '1' : undefined }),
      replace: true,
    });
  const list = useAccounts();
  return (
    <Page
      title={texts.title}
      about={texts.about}
      actions={<Button onClick={() => setCreating(true)}>{texts.create}</Button>}
    >
      {list.error && <ProblemAlert error={list.error} onRetry={list.refetch} />}
      <PendingLogins />
      {list.isPending && <Loading h={160} />}
      {list.data && list.data.length === 0 && (
        <Empty title={texts.emptyTitle} what={texts.empty} sketch={[]} />
      )}
      {list.data && list.data.length > 0 && <AccountTable accounts={list.data} />}
      <DeletedAccounts />
      <Dialog opened={create !== undefined} onClose={() => setCreating(false)} title={texts.create}>
        <CreateForm />
      </Dialog>
    </Page>
  );
}

function AccountTable({ accounts }: { accounts: Account[] }) {
  const logins = useOwnLogins();
  const roleIn = (account_uuid: string) => logins.find((login) => login.account_uuid === account_uuid)?.role;
  return (
    <div className="table-scroll">
      <Table verticalSpacing="sm" className="stacking-table">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{nav.account}</Table.Th>
            <Table.Th>{texts.yourRole}</Table.Th>
            <Table.Th>{texts.since}</Table.Th>
            <Table.Th>
              <VisuallyHidden>{texts.look}</VisuallyHidden>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {accounts.map(({ uuid, name, created_at }) => {
            const role = roleIn(uuid);
            return (
              <Table.Tr key={uuid}>
                <Table.Td>
                  <Anchor component={Link} to={`/accounts/${uuid}`} fw="bold" className="break-anywhere">
                    {name}
                  </Anchor>{' '}
                  {accounts.length > 1 && <DefaultAccount uuid={uuid} name={name} />}
                </Table.Td>
                <Table.Td>
                  {role && (
                    <>
                      <Text span size="sm" c="dimmed" className="when-stacked">
                        {texts.yourRole}:{' '}
                      </Text>
                      {ROLE_LABELS[role]}
                    </>
                  )}
                </Table.Td>
                <Table.Td className="when-beside">
                  <Time at={created_at} />
                </Table.Td>
                <Table.Td className="at-end">
                  <Button
                    size="compact-sm"
                    variant="default"
                    component={Link}
                    to="/clients"
                    search={{ account_uuid: uuid } as never}
                  >
                    {texts.look}
                  </Button>
                </Table.Td>
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
    </div>
  );
}

/** Shows that this is the default Account for new records, or a button to make it the default. */
function DefaultAccount({ uuid, name }: { uuid: string; name: string }) {
  const { data: me } = useMe();
  const queryClient = useQueryClient();
  const choose = useMutation({
    mutationFn: () =>
      request<{ data: CurrentUser }>('PATCH', '/api/v2/me', { body: { default_account_uuid: uuid } }),
    onSuccess: ({ data }) => {
      queryClient.setQueryData(['me'], data);
      notifyDone(texts.isDefaultNow(name));
    },
    onError: notifyProblem,
  });
  if (me?.default_account_uuid === uuid) {
    return (
      <Badge variant="light" size="sm" tt="none" title={texts.defaultHint}>
        {texts.isDefault}
      </Badge>
    );
  }
  return (
    <Button
      size="compact-xs"
      variant="subtle"
      title={texts.defaultHint}
      aria-label={texts.makeDefaultOf(name)}
      loading={choose.isPending}
      onClick={() => choose.mutate()}
    >
      {texts.makeDefault}
    </Button>
  );
}

function CreateForm() {
  const [name, setName, clearName] = useDraft('new-account', '');
  const [place, setPlace, clearPlace] = useDraft('new-account-place', guessPlace());
  const [key] = useState(() => crypto.randomUUID());
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const create = useMutation({
    mutationFn: () =>
      request<{ data: Account }>('POST', '/api/v2/accounts', {
        body: { name, ...placeBody(place) },
        idempotency_key: key,
      }),
    onSuccess: async ({ data }) => {
      clearName();
      clearPlace();
      await queryClient.invalidateQueries({ queryKey: ['accounts'] });
      notifyDone(texts.created(data.name));
      await navigate({ to: '/clients', search: { account_uuid: data.uuid } as never, replace: true });
    },
  });
  return (
    <Form
      mutation={create}
      error={errorBeside(create.error, '/name', '/currency', '/country', '/time_zone')}
      label={common.save}
      isDisabled={name.trim() === ''}
    >
      <TextInput
        label={texts.name}
        required
        data-autofocus
        value={name}
        error={fieldErrors(create.error)['/name']}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <PlaceFields value={place} errors={fieldErrors(create.error)} onChange={setPlace} />
    </Form>
  );
}
