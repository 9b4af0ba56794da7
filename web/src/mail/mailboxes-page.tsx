import { Badge, Button, Group, PasswordInput, Select, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { MAIL_LEVELS } from '@rapport/contract/mail';
import type { Mailbox, MailboxUpdate } from '@rapport/contract/mailboxes';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { reads } from '../api/queries.ts';
import { request } from '../api/request.ts';
import { ConfirmButton } from '../layout/confirm-button.tsx';
import { Dialog } from '../layout/dialog.tsx';
import { Empty } from '../layout/empty.tsx';
import { Form } from '../layout/form.tsx';
import { notifyDone } from '../layout/notify.ts';
import { Page } from '../layout/page.tsx';
import { ProblemAlert } from '../layout/problem-alert.tsx';
import { Section } from '../layout/section.tsx';
import { UntilRead } from '../layout/until-read.tsx';
import { LOCALE } from '../texts/locale.ts';
import { mail as texts } from '../texts/mail.ts';
import { DropBox, takesDrops } from './drop-box.tsx';
import { MailboxForm } from './mailbox-form.tsx';
import { providerName } from './providers.ts';
import { SignIn } from './sign-in.tsx';
import { SignatureChange } from './signature-change.tsx';
import { SmtpChange } from './smtp-change.tsx';

const PATH = '/api/v2/mailboxes';
const KEY = ['mailboxes'];

/** A first sync is looked at while it runs. */
const LOOK_AGAIN_MS = 3_000;

/** Settings → Mailboxes: connect one's own, see how far it is read, and choose who sees what. */
export function MailboxesPage() {
  const queryClient = useQueryClient();
  const list = useQuery({
    ...reads<Mailbox[]>(KEY, PATH),
    refetchInterval: ({ state }) =>
      state.data?.some((one) => one.state === 'connecting') ? LOOK_AGAIN_MS : false,
  });
  const [isOpen, dialog] = useDisclosure();
  const onConnected = async () => {
    dialog.close();
    notifyDone(texts.connected);
    await queryClient.invalidateQueries({ queryKey: KEY });
  };
  return (
    <Page
      title={texts.title}
      about={texts.about}
      actions={<Button onClick={dialog.open}>{texts.connect}</Button>}
    >
      <UntilRead query={list} h={160} />
      {list.data?.length === 0 && <Empty title={texts.empty} what={texts.emptyAbout} sketch={[]} />}
      {list.data?.map((mailbox) => (
        <OneMailbox key={mailbox.uuid} mailbox={mailbox} />
      ))}
      {takesDrops && <DropBox />}
      <Dialog opened={isOpen} onClose={dialog.close} title={texts.connect}>
        <MailboxForm path={PATH} onConnected={onConnected} />
      </Dialog>
    </Page>
  );
}

const COLORS = { connecting: 'blue', live: 'teal', failed: 'orange' };

function OneMailbox({ mailbox }: { mailbox: Mailbox }) {
  const { uuid, address, provider, state, problem, looked_at_count, kept_count, left_count } = mailbox;
  const queryClient = useQueryClient();
  const read = () => queryClient.invalidateQueries({ queryKey: KEY });
  const change = useMutation({
    mutationFn: (body: MailboxUpdate) => request('PATCH', `${PATH}/${uuid}`, { body }),
    onSettled: read,
  });
  const counts = texts.progress(looked_at_count.toLocaleString(LOCALE), kept_count.toLocaleString(LOCALE));
  const left = left_count ? ` · ${texts.left(left_count.toLocaleString(LOCALE))}` : '';
  return (
    <Section
      title={address}
      actions={
        <Badge variant="light" color={COLORS[state]} size="sm" tt="none" className="uncut">
          {texts.states[state]}
        </Badge>
      }
      about={counts + left}
    >
      {problem && (
        <Text size="sm" c="red" className="break-anywhere">
          {provider && problem.code === 'refused' ? texts.signInEnded : texts.problems[problem.code]}{' '}
          {problem.detail}
        </Text>
      )}
      {state === 'failed' && provider && (
        <Group>
          <SignIn label={texts.signInWith(providerName(provider))} path={`${PATH}/${uuid}/authorize`} />
        </Group>
      )}
      {state === 'failed' && !provider && <NewPassword change={change} />}
      <Group align="flex-end">
        <Select
          label={texts.level}
          data={MAIL_LEVELS.map((value) => ({ value, label: texts.levels[value] }))}
          value={mailbox.default_visibility}
          allowDeselect={false}
          disabled={change.isPending}
          onChange={(value) => change.mutate({ default_visibility: value as Mailbox['default_visibility'] })}
        />
        <SignatureChange mailbox={mailbox} path={`${PATH}/${uuid}`} onChanged={read} />
        {!provider && <SmtpChange mailbox={mailbox} path={`${PATH}/${uuid}`} onChanged={read} />}
        <ConfirmButton
          label={texts.disconnect}
          name={`${texts.disconnect}: ${address}`}
          size="sm"
          title={texts.disconnectTitle}
          hint={texts.disconnectHint}
          onConfirm={async () => {
            await request('DELETE', `${PATH}/${uuid}`);
            await read();
          }}
        />
      </Group>
      {state !== 'failed' && <ProblemAlert error={change.error} />}
    </Section>
  );
}

function NewPassword(props: {
  change: { mutate: (body: MailboxUpdate) => void; error: unknown; isPending: boolean };
}) {
  const { change } = props;
  const [password, setPassword] = useState('');
  const mutation = { ...change, mutate: () => change.mutate({ password }) };
  return (
    <Form mutation={mutation} label={texts.save} isDisabled={password === ''} gap="xs" maw={360} isOnPage>
      <PasswordInput
        label={texts.newPassword}
        value={password}
        autoComplete="off"
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
    </Form>
  );
}
