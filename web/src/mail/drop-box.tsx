import { Button, Group, Stack, Text } from '@mantine/core';
import type { MailDropBox } from '@rapport/contract/mail-drop';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCurrentAccount } from '../accounts/current-account.ts';
import { reads } from '../api/queries.ts';
import { request } from '../api/request.ts';
import { ConfirmButton } from '../layout/confirm-button.tsx';
import { CopyField } from '../layout/copy-field.tsx';
import { ProblemAlert } from '../layout/problem-alert.tsx';
import { sayTime } from '../layout/say-time.ts';
import { Section } from '../layout/section.tsx';
import { UntilRead } from '../layout/until-read.tsx';
import { mailDrop as texts } from '../texts/mail-drop.ts';
import { HeldMails } from './held-mails.tsx';

const PATH = '/api/v2/mail-drop-boxes';
const BOXES = reads<MailDropBox[]>(['mail-drop-boxes'], PATH);

/** True when the operator has a domain for secret addresses. */
export const takesDrops =
  document.querySelector<HTMLMetaElement>('meta[name=rapport-mail-drop]')?.content === 'on';

/** The secret address of the User in the Account that is shown, and what waits there. */
export function DropBox() {
  const account = useCurrentAccount();
  const boxes = useQuery(BOXES);
  const box = boxes.data?.find(({ account_uuid }) => !account || account_uuid === account.uuid);
  const queryClient = useQueryClient();
  const make = useMutation({
    mutationFn: () => request('POST', PATH, { body: account ? { account_uuid: account.uuid } : {} }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: BOXES.queryKey }),
  });
  return (
    <>
      <Section title={texts.title} about={texts.about}>
        <UntilRead query={boxes} h={64} />
        <Text size="sm">{texts.from}</Text>
        {boxes.data && !box && (
          <Group>
            <Button variant="default" loading={make.isPending} onClick={() => make.mutate()}>
              {texts.make}
            </Button>
          </Group>
        )}
        {box && <OneBox box={box} onRenew={() => make.mutateAsync()} />}
        {!box && <ProblemAlert error={make.error} />}
      </Section>
      {box && <HeldMails account_uuid={box.account_uuid} />}
    </>
  );
}

function OneBox({ box, onRenew }: { box: MailDropBox; onRenew: () => Promise<unknown> }) {
  const queryClient = useQueryClient();
  const { uuid, address, last_mail_at, last_outcome } = box;
  return (
    <Stack gap="sm">
      <CopyField label={texts.address} value={address} />
      <Text size="sm" c="dimmed">
        {last_mail_at && last_outcome
          ? texts.last(sayTime(last_mail_at), texts.outcomes[last_outcome])
          : texts.none}
      </Text>
      <Group gap="xs">
        <ConfirmButton
          label={texts.renew}
          size="sm"
          title={texts.renewTitle}
          hint={texts.renewHint}
          onConfirm={onRenew}
        />
        <ConfirmButton
          label={texts.end}
          name={texts.endName}
          size="sm"
          title={texts.endTitle}
          hint={texts.endHint}
          onConfirm={async () => {
            await request('DELETE', `${PATH}/${uuid}`);
            await queryClient.invalidateQueries({ queryKey: BOXES.queryKey });
          }}
        />
      </Group>
    </Stack>
  );
}
