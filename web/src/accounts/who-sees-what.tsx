import { Button, Checkbox, Group, Radio, Stack, Table, Text } from '@mantine/core';
import {
  type AccessByRole,
  type AccountAccess,
  type AccountAccessUpdate,
  LEVELED_KINDS,
  NARROWED_ROLES,
  type RoleLevels,
  type SeenCounts,
} from '@rapport/contract/access';
import type { Account } from '@rapport/contract/accounts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { reads } from '../api/queries.ts';
import { request } from '../api/request.ts';
import { notifyDone } from '../layout/notify.ts';
import { ProblemAlert } from '../layout/problem-alert.tsx';
import { Section } from '../layout/section.tsx';
import { UntilRead } from '../layout/until-read.tsx';
import { access as texts } from '../texts/access.ts';
import { ROLE_LABELS } from '../texts/accounts.ts';
import { common } from '../texts/common.ts';

/** The level of a kind: what is seen and changed of it. */
type KindLevels = RoleLevels[string];

/** What a business chooses between, for members and viewers alike; `deal` where Deals differ. */
const PRESETS: Record<Preset, { each: KindLevels; deal?: KindLevels }> = {
  all: { each: { see: 'all', change: 'all' } },
  change_own: { each: { see: 'all', change: 'own' } },
  deals_by_team: { each: { see: 'all', change: 'all' }, deal: { see: 'team', change: 'team' } },
  own_and_team: { each: { see: 'team', change: 'team' } },
};
type Preset = 'all' | 'change_own' | 'deals_by_team' | 'own_and_team';

/** Those by which something is hidden. */
const HIDING: (Preset | null)[] = ['deals_by_team', 'own_and_team'];

/** Which records members and viewers see and change, with what that means for each. For owners. */
export function WhoSeesWhat({ account }: { account: Account }) {
  const path = `/api/v2/accounts/${account.uuid}/access`;
  const key = ['accounts', account.uuid, 'access'];
  const access = useQuery(reads<AccountAccess>(key, path));
  return (
    <Section title={texts.title} about={texts.about}>
      <UntilRead query={access} h={160} />
      {access.data && <Choice key={access.data.version} access={access.data} path={path} queryKey={key} />}
    </Section>
  );
}

function Choice({ access, path, queryKey }: { access: AccountAccess; path: string; queryKey: string[] }) {
  const now = presetOf(access.levels);
  const [chosen, setChosen] = useState<Preset | null>(now);
  const [ownerless, setOwnerless] = useState(access.ownerless);
  const queryClient = useQueryClient();
  const isOther = chosen !== null && (chosen !== now || ownerless !== access.ownerless);
  const wanted = chosen && { levels: levelsOf(chosen), ownerless };
  const change = useMutation({
    mutationFn: (body: AccountAccessUpdate) =>
      request<{ data: AccountAccess }>('PUT', path, { body, version: access.version }),
    onSuccess: ({ data }) => {
      notifyDone(texts.saved);
      queryClient.setQueryData(queryKey, data);
    },
  });
  return (
    <Stack gap="md">
      <Radio.Group
        aria-label={texts.title}
        value={chosen ?? ''}
        onChange={(value) => setChosen(value as Preset)}
      >
        <Stack gap="sm">
          {(Object.keys(PRESETS) as Preset[]).map((name) => (
            <Radio key={name} value={name} label={texts.presets[name]} description={texts.hints[name]} />
          ))}
        </Stack>
      </Radio.Group>
      {now === null && <Text size="sm">{texts.other}</Text>}
      {HIDING.includes(chosen) && (
        <Checkbox
          label={texts.ownerless}
          description={texts.ownerlessHint}
          checked={ownerless === 'admins'}
          onChange={(event) => setOwnerless(event.currentTarget.checked ? 'admins' : 'everybody')}
        />
      )}
      {isOther && wanted && <Preview path={path} wanted={wanted} />}
      <Group>
        <Button
          disabled={!isOther}
          loading={change.isPending}
          onClick={() => wanted && change.mutate(wanted)}
        >
          {common.save}
        </Button>
      </Group>
      <ProblemAlert error={change.error} />
    </Stack>
  );
}

/** How many records each member sees now, and then. */
function Preview({ path, wanted }: { path: string; wanted: AccountAccessUpdate }) {
  const counted = useQuery({
    queryKey: [path, 'preview', wanted],
    queryFn: ({ signal }) =>
      request<{ data: SeenCounts[] }>('POST', `${path}/preview`, { body: wanted, signal }),
    select: ({ data }) => data,
  });
  if (counted.data?.length === 0) return <Text size="sm">{texts.nobody}</Text>;
  return (
    <>
      <UntilRead query={counted} h={120} />
      {counted.data && (
        <div className="table-scroll">
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{texts.member}</Table.Th>
                {LEVELED_KINDS.map((kind) => (
                  <Table.Th key={kind} ta="right">
                    {texts.kinds[kind]}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {counted.data.map((row) => (
                <Table.Tr key={row.user_uuid}>
                  <Table.Td className="break-anywhere">
                    {row.name}{' '}
                    <Text span size="sm" c="dimmed">
                      {ROLE_LABELS[row.role]}
                    </Text>
                  </Table.Td>
                  {LEVELED_KINDS.map((kind) => (
                    <Table.Td key={kind} ta="right">
                      {texts.counts(row.seen_now[kind] ?? 0, row.seen_then[kind] ?? 0)}
                    </Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </div>
      )}
    </>
  );
}

function levelsOf(preset: Preset): AccessByRole {
  const { each, deal = each } = PRESETS[preset];
  const ofKinds = Object.fromEntries(LEVELED_KINDS.map((kind) => [kind, kind === 'deal' ? deal : each]));
  return Object.fromEntries(NARROWED_ROLES.map((role) => [role, ofKinds])) as AccessByRole;
}

/** The preset that these levels are; null for others, which a program has set. */
function presetOf(levels: AccessByRole): Preset | null {
  const same = (preset: Preset) => {
    const wanted = levelsOf(preset);
    return NARROWED_ROLES.every((role) =>
      LEVELED_KINDS.every((kind) => {
        const [own, other] = [levels[role][kind]!, wanted[role][kind]!];
        return own.see === other.see && own.change === other.change;
      }),
    );
  };
  return (Object.keys(PRESETS) as Preset[]).find(same) ?? null;
}
