import { Button, Checkbox, Select, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Login } from '@rapport/contract/accounts';
import type { Handover } from '@rapport/contract/handovers';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../api/request.ts';
import { Dialog } from '../layout/dialog.tsx';
import { notifyDone } from '../layout/notify.ts';
import { ProblemAlert } from '../layout/problem-alert.tsx';
import { UntilRead } from '../layout/until-read.tsx';
import { access as texts } from '../texts/access.ts';
import { loginsOf } from './logins.ts';

/** The button that gives the records of a member to a colleague. For owners and admins. */
export function HandOver({ login }: { login: Login }) {
  const [isOpen, dialog] = useDisclosure();
  const { name } = login.user;
  return (
    <>
      <Button variant="default" size="xs" aria-label={texts.handOverOf(name)} onClick={dialog.open}>
        {texts.handOver}
      </Button>
      <Dialog opened={isOpen} onClose={dialog.close} title={texts.handOverOf(name)}>
        <Choice login={login} onDone={dialog.close} />
      </Dialog>
    </>
  );
}

function Choice({ login, onDone }: { login: Login; onDone: () => void }) {
  const [to, setTo] = useState<string | null>(null);
  const [only_open, setOnlyOpen] = useState(false);
  const logins = useQuery(loginsOf(login.account.uuid));
  const queryClient = useQueryClient();
  const path = `/api/v2/accounts/${login.account.uuid}/handovers`;
  const body = { from_user_uuid: login.user.uuid, to_user_uuid: to!, only_open };
  const counted = useQuery({
    queryKey: [path, body],
    queryFn: ({ signal }) =>
      request<{ data: Handover }>('POST', path, { body: { ...body, dry_run: true }, signal }),
    select: ({ data }) => Object.entries(data.counts),
    enabled: to !== null,
  });
  const hand = useMutation({
    mutationFn: () => request<{ data: Handover }>('POST', path, { body }),
    onSuccess: async ({ data }) => {
      notifyDone(data.job_uuid === null ? texts.handedOver : texts.handingOver);
      await queryClient.invalidateQueries();
      onDone();
    },
  });
  const others = (logins.data ?? []).filter(
    ({ user, role }) => user.uuid !== login.user.uuid && role !== 'viewer',
  );
  return (
    <Stack>
      <Text size="sm">{texts.handOverAbout}</Text>
      <Select
        label={texts.handOverTo}
        searchable
        data={others.map(({ user }) => ({ value: user.uuid, label: user.name }))}
        value={to}
        onChange={setTo}
      />
      <Checkbox
        label={texts.onlyOpen}
        checked={only_open}
        onChange={(event) => setOnlyOpen(event.currentTarget.checked)}
      />
      {to !== null && <UntilRead query={counted} h={24} />}
      {counted.data && (
        <Text size="sm">
          {counted.data.length === 0
            ? texts.nothingToHand
            : counted.data.map(([kind, count]) => texts.handed(kind, count)).join(' · ')}
        </Text>
      )}
      <ProblemAlert error={hand.error} />
      <Button
        disabled={!counted.data || counted.data.length === 0}
        loading={hand.isPending}
        onClick={() => hand.mutate()}
      >
        {texts.handOver}
      </Button>
    </Stack>
  );
}
