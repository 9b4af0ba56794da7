import { Checkbox, Group, NativeSelect, Stack, Table, Text } from '@mantine/core';
import type { Account, Login, Role } from '@rapport/contract/accounts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { ApiProblem, request, withQuery } from '../api/request.ts';
import { ConfirmButton, ConfirmDialog } from '../layout/confirm-button.tsx';
import { Face } from '../layout/face.tsx';
import { notifyDone, notifyProblem } from '../layout/notify.ts';
import { Rows } from '../layout/rows.tsx';
import { Section } from '../layout/section.tsx';
import { Time } from '../layout/time.tsx';
import { UntilRead } from '../layout/until-read.tsx';
import { ROLE_LABELS, accounts as texts } from '../texts/accounts.ts';
import { common } from '../texts/common.ts';
import { HandOver } from './hand-over.tsx';
import { loginsOf } from './logins.ts';
import { assignableRoles } from './own-login.ts';
import { Unproven } from './unproven.tsx';

/** The members of an Account, with their roles. */
export function Members({ account, mine }: { account: Account; mine: Login | undefined }) {
  const logins = useQuery(loginsOf(account.uuid));
  const roles = assignableRoles(mine?.role);
  return (
    <Section title={texts.members} about={texts.membersAbout}>
      <UntilRead query={logins} h={80} />
      {logins.data && (
        <div className="table-scroll">
          <Rows>
            {logins.data.map((login) => (
              <Member
                key={login.uuid}
                login={login}
                roles={roles}
                isMe={login.uuid === mine?.uuid}
                account={account}
              />
            ))}
          </Rows>
        </div>
      )}
    </Section>
  );
}

function Member(props: { login: Login; roles: Role[]; isMe: boolean; account: Account }) {
  const { login, roles, isMe, account } = props;
  // Only an owner may change another owner.
  const manages = roles.includes(login.role);
  const queryClient = useQueryClient();
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['accounts'] });
  const { name } = login.user;
  const left = useEnd(login, <HandOver login={login} />);
  const remove = async () => {
    await left.end();
    notifyDone(texts.removed(name));
    await refresh();
  };
  return (
    <Table.Tr>
      <Table.Td>
        <Person user={login.user} isMe={isMe} />
      </Table.Td>
      <Table.Td w={155}>
        {manages ? (
          <RoleChoice login={login} roles={roles} isMe={isMe} onChanged={refresh} />
        ) : (
          ROLE_LABELS[login.role]
        )}
      </Table.Td>
      <Table.Td className="when-beside">
        <Text size="sm" c="dimmed">
          {texts.lastSeen}: {login.last_used_at ? <Time at={login.last_used_at} /> : common.never}
        </Text>
      </Table.Td>
      <Table.Td>
        <Group justify="flex-end">
          {roles.length > 0 && login.role !== 'viewer' && <HandOver login={login} />}
          {isMe ? (
            <Leave login={login} account={account} />
          ) : (
            manages && (
              <ConfirmButton
                label={texts.removeMember}
                name={texts.removeOf(name)}
                title={texts.removeTitle(name)}
                hint={texts.removeHint}
                more={left.choice}
                onConfirm={remove}
              />
            )
          )}
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}

function Person({ user, isMe }: { user: Login['user']; isMe: boolean }) {
  const { uuid, name, email, email_verified } = user;
  return (
    <Group gap="sm" wrap="nowrap">
      <Face id={uuid} name={name} />
      <div>
        <Text size="sm" fw="bold" className="break-anywhere">
          {name}{' '}
          {isMe && (
            <Text span size="xs" c="dimmed">
              ({texts.you})
            </Text>
          )}
        </Text>
        <Text size="xs" c="dimmed" className="break-anywhere" component="div">
          {email} {!isMe && !email_verified && <Unproven />}
        </Text>
      </div>
    </Group>
  );
}

/**
 * The choice of a role. An arrow key is enough to change it, so a change that the User could not
 * undo asks first.
 */
function RoleChoice(props: { login: Login; roles: Role[]; isMe: boolean; onChanged: () => Promise<void> }) {
  const { login, roles, isMe, onChanged } = props;
  const { name } = login.user;
  const [asked, ask] = useState<Role>(login.role);
  const [isAsking, setIsAsking] = useState(false);
  const changeTo = async (role: Role) => {
    await request('PATCH', `/api/v2/logins/${login.uuid}`, { body: { role } });
    notifyDone(texts.roleChanged(name, ROLE_LABELS[role]));
    await onChanged();
  };
  const change = useMutation({ mutationFn: changeTo, onError: notifyProblem });
  const choose = (role: Role) => {
    if (!isMe && login.role !== 'owner') return change.mutate(role);
    ask(role);
    setIsAsking(true);
  };
  return (
    <>
      <NativeSelect
        size="xs"
        aria-label={texts.roleOf(name)}
        value={login.role}
        disabled={change.isPending}
        data={roles.map((value) => ({ value, label: ROLE_LABELS[value] }))}
        onChange={(event) => choose(event.currentTarget.value as Role)}
      />
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        label={texts.changeRole}
        title={isMe ? texts.ownRoleTitle(ROLE_LABELS[asked]) : texts.ownerRoleTitle(name)}
        hint={isMe ? texts.ownRoleHint : texts.ownerRoleHint(ROLE_LABELS[asked])}
        onConfirm={() => changeTo(asked)}
      />
    </>
  );
}

/** The button to leave an Account, for every role. The API refuses it to the last owner. */
function Leave({ login, account }: { login: Login; account: Account }) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const left = useEnd(login, null);
  const leave = async () => {
    await left.end();
    notifyDone(texts.left(account.name));
    await navigate({ to: '/accounts', search: { account_uuid: undefined } as never });
    queryClient.removeQueries({ queryKey: ['accounts', account.uuid] });
    await queryClient.invalidateQueries();
  };
  return (
    <ConfirmButton
      label={texts.leave}
      title={texts.leaveTitle(account.name)}
      hint={texts.leaveHint}
      more={left.choice}
      onConfirm={leave}
    />
  );
}

/**
 * Ends a Login. If the User still owns records that others would not see, it is refused, and the
 * dialog offers to hand them over (`handOver`), or to leave them.
 */
function useEnd(login: Login, handOver: ReactNode) {
  const [isOwner, setIsOwner] = useState(false);
  const [leave, setLeave] = useState(false);
  const end = async () => {
    try {
      await request(
        'DELETE',
        withQuery(`/api/v2/logins/${login.uuid}`, { leave_records: leave ? 'true' : null }),
      );
    } catch (refusal) {
      setIsOwner(refusal instanceof ApiProblem && refusal.code === 'still_owner');
      throw refusal;
    }
  };
  const choice = isOwner && (
    <Stack gap="xs">
      <Text size="sm">{texts.stillOwner(login.user.name)}</Text>
      {handOver && <Group>{handOver}</Group>}
      <Checkbox
        label={texts.leaveRecords}
        checked={leave}
        onChange={(event) => setLeave(event.currentTarget.checked)}
      />
    </Stack>
  );
  return { end, choice };
}
