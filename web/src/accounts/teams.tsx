import { Button, Group, MultiSelect, Stack, Text, TextInput } from '@mantine/core';
import type { Account } from '@rapport/contract/accounts';
import type { Team } from '@rapport/contract/teams';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { readsAll } from '../api/queries.ts';
import { request } from '../api/request.ts';
import { ConfirmButton } from '../layout/confirm-button.tsx';
import { notifyDone } from '../layout/notify.ts';
import { ProblemAlert } from '../layout/problem-alert.tsx';
import { Section } from '../layout/section.tsx';
import { UntilRead } from '../layout/until-read.tsx';
import { access as texts } from '../texts/access.ts';
import { common } from '../texts/common.ts';
import { loginsOf } from './logins.ts';

/** The teams of an Account, with their members. For owners and admins. */
export function Teams({ account }: { account: Account }) {
  const key = ['accounts', account.uuid, 'teams'];
  const teams = useQuery(readsAll<Team>(key, `/api/v2/teams?account_uuid=${account.uuid}`));
  const [isNew, setIsNew] = useState(false);
  return (
    <Section title={texts.teams} about={texts.teamsAbout}>
      <UntilRead query={teams} h={80} />
      {teams.data?.map((team) => (
        <TeamForm key={`${team.uuid} ${team.version}`} account={account} team={team} />
      ))}
      {isNew && <TeamForm account={account} team={null} onDone={() => setIsNew(false)} />}
      {teams.data && !isNew && (
        <Group>
          <Button variant="default" onClick={() => setIsNew(true)}>
            {texts.newTeam}
          </Button>
        </Group>
      )}
    </Section>
  );
}

function TeamForm(props: { account: Account; team: Team | null; onDone?: () => void }) {
  const { account, team, onDone } = props;
  const [name, setName] = useState(team?.name ?? '');
  const [members, setMembers] = useState(team?.member_uuids ?? []);
  const logins = useQuery(loginsOf(account.uuid));
  const queryClient = useQueryClient();
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['accounts', account.uuid] });
  const save = useMutation({
    mutationFn: () => {
      const body = { name, member_uuids: members };
      return team
        ? request('PATCH', `/api/v2/teams/${team.uuid}`, { body, version: team.version })
        : request('POST', '/api/v2/teams', { body: { ...body, account_uuid: account.uuid } });
    },
    onSuccess: async () => {
      notifyDone(texts.teamSaved(name));
      await refresh();
      onDone?.();
    },
  });
  const remove = async () => {
    await request('DELETE', `/api/v2/teams/${team!.uuid}`);
    notifyDone(texts.teamDeleted(team!.name));
    await refresh();
  };
  const isChanged = name !== (team?.name ?? '') || members.join() !== (team?.member_uuids ?? []).join();
  return (
    <Stack gap="xs">
      <Group align="flex-end" gap="sm">
        <TextInput
          label={texts.teamName}
          maxLength={100}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <MultiSelect
          label={texts.teamMembers}
          className="grow"
          searchable
          data={(logins.data ?? []).map(({ user }) => ({ value: user.uuid, label: user.name }))}
          value={members}
          onChange={setMembers}
        />
        <Button
          variant="default"
          disabled={!isChanged || name.trim() === ''}
          loading={save.isPending}
          onClick={() => save.mutate()}
        >
          {common.save}
        </Button>
        {team && (
          <ConfirmButton
            label={common.remove}
            name={texts.removeTeam(team.name)}
            title={texts.removeTeam(team.name)}
            hint={texts.removeTeamHint}
            onConfirm={remove}
          />
        )}
      </Group>
      <ProblemAlert error={save.error} />
      {members.length === 0 && team && <Text size="sm">{texts.emptyTeam}</Text>}
    </Stack>
  );
}
