import { Button, Group, NativeSelect, Table, Text, TextInput } from '@mantine/core';
import type { Account, Login, Role } from '@rapport/contract/accounts';
import type { Invitation } from '@rapport/contract/invitations';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiProblem, get, request } from '../api/request.ts';
import { errorBeside, fieldErrors, useDraft } from '../layout/draft.ts';
import { mailsAreSent } from '../layout/mails.ts';
import { notifyDone, notifyProblem } from '../layout/notify.ts';
import { ProblemAlert } from '../layout/problem-alert.tsx';
import { Rows } from '../layout/rows.tsx';
import { Section } from '../layout/section.tsx';
import { useSubmit } from '../layout/submit.ts';
import { Time } from '../layout/time.tsx';
import { ROLE_HINTS, ROLE_LABELS, accounts as texts } from '../texts/accounts.ts';
import { identity } from '../texts/identity.ts';
import { InvitationLinkButton } from './invitation-link.tsx';
import { assignableRoles } from './own-login.ts';
import { Refused, Unproven } from './unproven.tsx';

/** The invited addresses, and a form to invite somebody. */
export function Invitations({ account, mine }: { account: Account; mine: Login | undefined }) {
  const path = `/api/v2/accounts/${account.uuid}/invitations`;
  const queryKey = ['accounts', account.uuid, 'invitations'];
  const list = useQuery({ queryKey, queryFn: ({ signal }) => get<Invitation[]>(path, signal), retry: false });
  const roles = assignableRoles(mine?.role);
  const queryClient = useQueryClient();
  const refresh = () => queryClient.invalidateQueries({ queryKey });
  // Only Users who manage members may see invitations, so the others get no section.
  if (list.error instanceof ApiProblem && list.error.status === 403) return null;
  return (
    <Section title={texts.invitations} about={mailsAreSent ? texts.inviteAbout : texts.inviteAboutKept}>
      <InviteForm account={account} path={path} roles={roles} onInvited={refresh} />
      <ProblemAlert error={list.error} onRetry={list.refetch} />
      {list.data?.length ? (
        <Rows>
          {list.data.map((invitation) => (
            <InvitationRow
              key={invitation.uuid}
              invitation={invitation}
              manages={roles.includes(invitation.role)}
              onChanged={refresh}
            />
          ))}
        </Rows>
      ) : null}
    </Section>
  );
}

function InviteForm(props: {
  account: Account;
  path: string;
  roles: Role[];
  onInvited: () => Promise<void>;
}) {
  const { account, path, roles, onInvited } = props;
  const [email, setEmail, clearEmail] = useDraft(`invitation-${account.uuid}`, '');
  const [role, setRole] = useState<Role>('member');
  const invite = useMutation({
    mutationFn: () => request('POST', path, { body: { email, role } }),
    onSuccess: () => {
      notifyDone(mailsAreSent ? texts.invited(email) : texts.invitedKept(email));
      clearEmail();
      // Reset, so that the next invitation does not make an owner by oversight.
      setRole('member');
      return onInvited();
    },
  });
  const submit = useSubmit(invite);
  return (
    <>
      <form onSubmit={submit}>
        <Group align="flex-end">
          <TextInput
            label={identity.email}
            type="email"
            required
            className="grow"
            maw={360}
            value={email}
            error={fieldErrors(invite.error)['/email']}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          <NativeSelect
            label={texts.role}
            value={role}
            data={roles.map((value) => ({ value, label: `${ROLE_LABELS[value]}: ${ROLE_HINTS[value]}` }))}
            onChange={(event) => setRole(event.currentTarget.value as Role)}
          />
          <Button type="submit" variant="default" loading={invite.isPending}>
            {texts.invite}
          </Button>
        </Group>
      </form>
      <ProblemAlert error={errorBeside(invite.error, '/email')} />
    </>
  );
}

function InvitationRow(props: { invitation: Invitation; manages: boolean; onChanged: () => Promise<void> }) {
  const { invitation, manages, onChanged } = props;
  const isPending = invitation.user_uuid !== null;
  const withdraw = useMutation({
    mutationFn: () => request('DELETE', `/api/v2/invitations/${invitation.uuid}`),
    onSuccess: () => {
      notifyDone(texts.withdrawn);
      return onChanged();
    },
    onError: notifyProblem,
  });
  return (
    <Table.Tr>
      <Table.Td className="break-anywhere">
        {invitation.email} {invitation.email_verified === false && <Unproven />}
        {invitation.email_refused_at !== null && <Refused />}
        {isPending && (
          <Text size="xs" c="dimmed">
            {texts.waitsForThem}
          </Text>
        )}
      </Table.Td>
      <Table.Td>{ROLE_LABELS[invitation.role]}</Table.Td>
      <Table.Td className="when-beside">
        <Text size="sm" c="dimmed">
          {texts.expires} <Time at={invitation.expires_at} />
        </Text>
      </Table.Td>
      <Table.Td className="at-end">
        {manages && !mailsAreSent && !isPending && (
          <InvitationLinkButton invitation={invitation} onMade={onChanged} />
        )}
        {manages && (
          <Button
            size="compact-sm"
            variant="default"
            aria-label={texts.withdrawOf(invitation.email)}
            onClick={() => withdraw.mutate()}
          >
            {texts.withdraw}
          </Button>
        )}
      </Table.Td>
    </Table.Tr>
  );
}
