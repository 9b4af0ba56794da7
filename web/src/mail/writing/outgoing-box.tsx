import { Button, Group, Stack, Text } from '@mantine/core';
import type { OutgoingMail } from '@rapport/contract/outgoing-mails';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { reads } from '../../api/queries.ts';
import { request } from '../../api/request.ts';
import { ConfirmButton } from '../../layout/confirm-button.tsx';
import { MailIcon } from '../../layout/icons.tsx';
import { ProblemAlert } from '../../layout/problem-alert.tsx';
import { sayClock } from '../../layout/say-time.ts';
import { useWindow } from '../../layout/windows.ts';
import { mailWriting as texts } from '../../texts/mail-writing.ts';
import { draftOf, EMPTY, type From } from './draft.ts';
import { useWriting } from './writing.tsx';

/** While one is on its way, what became of it is asked for. */
const LOOK_AGAIN_MS = 2_000;

const ON_THEIR_WAY = ['waiting', 'sending'];
const SHOWN = [...ON_THEIR_WAY, 'uncertain', 'failed'];

/** Begins a mail from a record. Nothing where none is written. */
export function MailButton({ to }: { to: string | undefined }) {
  const write = useWriting();
  const { isPhone } = useWindow();
  return (
    write && (
      <Button
        className="mail-button"
        aria-label={texts.write}
        size="compact-sm"
        variant="subtle"
        color="gray"
        leftSection={<MailIcon />}
        onClick={() => write({ ...EMPTY, to: to === undefined ? [] : [to] })}
      >
        {isPhone ? texts.write : texts.mail}
      </Button>
    )
  );
}

/** One's own mails from a record that are on their way. */
export function OutgoingBox({ from }: { from: From }) {
  const { data = [] } = useQuery({
    ...reads<OutgoingMail[]>(['outgoing_mails', from.uuid], '/api/v2/outgoing-mails', {
      record_uuid: from.uuid,
    }),
    refetchInterval: ({ state }) =>
      state.data?.some((one) => ON_THEIR_WAY.includes(one.state)) ? LOOK_AGAIN_MS : false,
  });
  const mails = data.filter(({ state }) => SHOWN.includes(state));
  if (useWriting() === null || mails.length === 0) return null;
  return (
    <Stack component="section" gap="sm" my="sm" aria-label={texts.box}>
      {mails.map((mail) => (
        <OneOutgoing key={mail.uuid} mail={mail} />
      ))}
    </Stack>
  );
}

const COLORS: Partial<Record<OutgoingMail['state'], string>> = { uncertain: 'red', failed: 'red' };

function OneOutgoing({ mail }: { mail: OutgoingMail }) {
  const { state, problem, subject, to } = mail;
  const act = useAct(mail);
  const isTriedAgain = state === 'waiting' && problem !== null;
  const said = isTriedAgain
    ? texts.states.again(sayClock(mail.send_at))
    : texts.states[state as 'waiting' | 'sending' | 'uncertain' | 'failed'];
  return (
    <Stack gap={4}>
      <Text size="sm" className="break-anywhere" role="status">
        <b>{subject}</b> · {to.map(({ name, address }) => name || address).join(', ')} ·{' '}
        <Text span c={COLORS[state]}>
          {said}
        </Text>
      </Text>
      {problem && (
        <Text size="xs" c="dimmed" className="break-anywhere">
          {problem.detail}
        </Text>
      )}
      {state === 'uncertain' && <Text size="xs">{texts.uncertainHint}</Text>}
      <OutgoingActs mail={mail} act={act} />
      <ProblemAlert error={act.error} />
    </Stack>
  );
}

type Act = ReturnType<typeof useAct>;

function OutgoingActs({ mail, act }: { mail: OutgoingMail; act: Act }) {
  const write = useWriting();
  const { state, subject } = mail;
  const button = (label: string, onClick: () => void) => (
    <Button
      size="compact-sm"
      variant="default"
      aria-label={`${label}: ${subject}`}
      disabled={act.isPending}
      onClick={onClick}
    >
      {label}
    </Button>
  );
  const edit = () => act.mutate('remove', { onSuccess: () => write?.(draftOf(mail), mail.uuid) });
  return (
    <Group gap="xs">
      {state === 'waiting' &&
        button(texts.takeBack, () =>
          act.mutate('cancel', { onSuccess: () => write?.(draftOf(mail), mail.uuid) }),
        )}
      {state === 'uncertain' && (
        <>
          {button(texts.arrived, () => act.mutate('sent'))}
          <ConfirmButton
            label={texts.again}
            name={`${texts.again}: ${subject}`}
            title={texts.again}
            hint={texts.againHint}
            onConfirm={() => act.mutateAsync('resend')}
          />
        </>
      )}
      {state === 'failed' && (
        <>
          {button(texts.again, () => act.mutate('resend'))}
          {button(texts.edit, edit)}
        </>
      )}
      {(state === 'failed' || state === 'uncertain') && button(texts.remove, () => act.mutate('remove'))}
    </Group>
  );
}

/** What is decided about a mail on its way. */
function useAct({ uuid }: OutgoingMail) {
  const queryClient = useQueryClient();
  const path = `/api/v2/outgoing-mails/${uuid}`;
  return useMutation({
    mutationFn: async (what: 'cancel' | 'sent' | 'resend' | 'remove') => {
      if (what === 'remove') await request('DELETE', path);
      else if (what === 'cancel') await request('POST', `${path}/cancel`);
      else await request('POST', `${path}/resolve`, { body: { as: what } });
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['outgoing_mails'] }),
  });
}
