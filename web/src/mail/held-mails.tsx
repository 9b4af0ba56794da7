import { Box, Button, Divider, Group, Stack, Text } from '@mantine/core';
import type { HeldMail } from '@rapport/contract/mail-drop';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { reads } from '../api/queries.ts';
import { request } from '../api/request.ts';
import { ConfirmButton } from '../layout/confirm-button.tsx';
import { notifyDone } from '../layout/notify.ts';
import { ProblemAlert } from '../layout/problem-alert.tsx';
import { sayTime } from '../layout/say-time.ts';
import { Section } from '../layout/section.tsx';
import { mailDrop as texts } from '../texts/mail-drop.ts';

const PATH = '/api/v2/held-mails';
const HELD = reads<HeldMail[]>(['held-mails'], PATH);

/** The mails of which nothing proves that the User sent them: to be kept or discarded. */
export function HeldMails({ account_uuid }: { account_uuid: string }) {
  const { data = [], error, refetch } = useQuery(HELD);
  const held = data.filter((one) => one.account_uuid === account_uuid);
  if (held.length === 0) return <ProblemAlert error={error} onRetry={refetch} />;
  return (
    <Section title={texts.held} about={texts.heldAbout}>
      <Stack gap="sm">
        {held.map((mail, index) => (
          <Box key={mail.uuid}>
            {index > 0 && <Divider mb="sm" />}
            <OneHeld mail={mail} />
          </Box>
        ))}
      </Stack>
    </Section>
  );
}

function OneHeld({ mail: { uuid, from, subject, reason, created_at } }: { mail: HeldMail }) {
  const queryClient = useQueryClient();
  const again = () => queryClient.invalidateQueries({ queryKey: HELD.queryKey });
  const keep = useMutation({
    mutationFn: () => request('POST', `${PATH}/${uuid}/keep`),
    onSuccess: () => notifyDone(texts.kept),
    onSettled: again,
  });
  const name = subject || texts.noSubject;
  return (
    <Stack gap={4}>
      <Text size="sm" fw={500} className="break-anywhere">
        {name}
      </Text>
      <Text size="sm" c="dimmed" className="break-anywhere">
        {from} · {sayTime(created_at)}
      </Text>
      <Text size="sm">{texts.reasons[reason]}</Text>
      <Group gap="xs">
        <Button
          variant="default"
          size="compact-sm"
          aria-label={texts.keepOf(name)}
          loading={keep.isPending}
          onClick={() => keep.mutate()}
        >
          {texts.keep}
        </Button>
        <ConfirmButton
          label={texts.discard}
          name={texts.discardOf(name)}
          title={texts.discardTitle}
          hint={texts.discardHint}
          onConfirm={async () => {
            await request('DELETE', `${PATH}/${uuid}`);
            await again();
          }}
        />
      </Group>
      <ProblemAlert error={keep.error} />
    </Stack>
  );
}
