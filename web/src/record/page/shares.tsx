import { ActionIcon, Group, Select, Stack, Text } from '@mantine/core';
import type { AccountAccess } from '@rapport/contract/access';
import type { Share } from '@rapport/contract/records/share-fields';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLogins } from '../../accounts/logins.ts';
import { reads } from '../../api/queries.ts';
import type { RecordData } from '../../fields/data.ts';
import { useMembers } from '../../fields/inputs/members.ts';
import { accessOf } from '../../fields/may-write.ts';
import { type Part, useSavePart } from '../../fields/record.ts';
import { useShareNames, useTeams } from '../../fields/teams.ts';
import { offerUndo } from '../../fields/undo/offer-undo.ts';
import { useView } from '../../fields/view.ts';
import { CrossIcon } from '../../layout/icons.tsx';
import { ProblemAlert } from '../../layout/problem-alert.tsx';
import { access as texts } from '../../texts/access.ts';

const PART: Part = {
  id: 'shared_with',
  label: texts.sharedWith,
  of: (record) => record.shared_with,
  put: (_record, value) => ({ shared_with: value }),
};

/** With whom a record is shared, to change at once: each choice is saved, and can be undone. */
export function Shares({ record }: { record: RecordData }) {
  const { account_uuid } = record;
  const access = useQuery(
    reads<AccountAccess>(['accounts', account_uuid, 'access'], `/api/v2/accounts/${account_uuid}/access`),
  );
  const levels = Object.values(access.data?.levels ?? {}).flatMap((kinds) => Object.values(kinds));
  if (access.data && levels.every(({ see, change }) => see === 'all' && change === 'all'))
    return <Text size="sm">{texts.shareOfAll}</Text>;
  return <Editable record={record} />;
}

function Editable({ record }: { record: RecordData }) {
  const { account_uuid } = record;
  const shares = (record.shared_with ?? []) as Share[];
  const nameOf = useShareNames(account_uuid);
  const { put, error, conflict, isSaving } = usePut(record);
  const isThere = (uuid: string) =>
    shares.some((share) => share.user_uuid === uuid || share.team_uuid === uuid);
  const teams = useTeams(account_uuid);
  // Admins and owners see all.
  const seers = useLogins().filter(({ role }) => role === 'admin' || role === 'owner');
  const members = useMembers(account_uuid).filter(
    ({ uuid }) => !seers.some(({ account, user }) => account.uuid === account_uuid && user.uuid === uuid),
  );
  const left = (all: { uuid: string; name: string }[]) =>
    all
      .filter(({ uuid }) => !isThere(uuid) && uuid !== record.owner_uuid)
      .map(({ uuid, name }) => ({ value: uuid, label: name }));
  const add = (uuid: string) => {
    const isTeam = teams.some((team) => team.uuid === uuid);
    const share = { ...(isTeam ? { team_uuid: uuid } : { user_uuid: uuid }), may_change: false };
    void put([...shares, share], texts.shared(nameOf(share)));
  };
  return (
    <Stack gap="xs">
      {shares.map((share) => (
        <Row
          key={share.user_uuid ?? share.team_uuid}
          name={nameOf(share)}
          share={share}
          isDisabled={isSaving}
          onChange={(now) =>
            put(
              shares.flatMap((one) => (one !== share ? [one] : now ? [now] : [])),
              now ? texts.shared(nameOf(share)) : texts.unshared(nameOf(share)),
            )
          }
        />
      ))}
      <Select
        // It begins anew after each choice.
        key={shares.length}
        label={texts.shareWith}
        description={texts.shareAbout}
        searchable
        disabled={isSaving}
        data={[
          { group: texts.teams, items: left(teams) },
          { group: texts.people, items: left(members) },
        ].filter(({ items }) => items.length > 0)}
        value={null}
        onChange={(uuid) => uuid && add(uuid)}
      />
      {conflict && <Text size="sm">{texts.shareChanged}</Text>}
      <ProblemAlert error={error} />
    </Stack>
  );
}

function Row(props: {
  name: string;
  share: Share;
  isDisabled: boolean;
  onChange: (share: Share | null) => void;
}) {
  const { name, share, isDisabled, onChange } = props;
  return (
    <Group gap="xs" wrap="nowrap" justify="space-between">
      <Text size="sm" className="break-anywhere">
        {name}
      </Text>
      <Group gap="xs" wrap="nowrap">
        <Select
          aria-label={texts.mayOf(name)}
          data={[
            { value: 'see', label: texts.maySee },
            { value: 'change', label: texts.mayChange },
          ]}
          w={170}
          allowDeselect={false}
          disabled={isDisabled}
          value={share.may_change ? 'change' : 'see'}
          onChange={(value) => onChange({ ...share, may_change: value === 'change' })}
        />
        <ActionIcon
          variant="subtle"
          aria-label={texts.unshare(name)}
          disabled={isDisabled}
          onClick={() => onChange(null)}
        >
          <CrossIcon />
        </ActionIcon>
      </Group>
    </Group>
  );
}

/** Returns a function that saves the shares, offers an undo, and has the people read again. */
function usePut(record: RecordData) {
  const { path } = useView();
  const queryClient = useQueryClient();
  const { save, conflict, keepTheirs, error, isSaving } = useSavePart(PART);
  const put = async (shares: Share[], said: string) => {
    keepTheirs();
    const saved = await save(shares, record);
    if (saved) offerUndo(said, [saved.change_uuid]);
    await queryClient.invalidateQueries({ queryKey: accessOf(path, record.uuid).queryKey });
  };
  return { put, conflict, error, isSaving };
}
