import { Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Mailbox } from '@rapport/contract/mailboxes';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../api/request.ts';
import { Dialog } from '../layout/dialog.tsx';
import { Form } from '../layout/form.tsx';
import { mail as texts } from '../texts/mail.ts';
import { EMPTY_SMTP, SmtpInputs, smtpOf } from './smtp-inputs.tsx';

type Props = { mailbox: Mailbox; path: string; onChanged: () => Promise<unknown> };

/** By which server a mailbox sends, and the way to another. */
export function SmtpChange(props: Props) {
  const { address, smtp } = props.mailbox;
  const [isOpen, dialog] = useDisclosure();
  return (
    <Stack gap={4}>
      <Text size="sm" className="break-anywhere">
        {smtp ? texts.sends(smtp.host) : texts.sendsNot}
      </Text>
      <Button
        variant="default"
        size="sm"
        aria-label={`${texts.changeSmtp}: ${address}`}
        onClick={dialog.open}
      >
        {texts.changeSmtp}
      </Button>
      <Dialog opened={isOpen} onClose={dialog.close} title={texts.changeSmtp}>
        <SmtpForm {...props} onDone={dialog.close} />
      </Dialog>
    </Stack>
  );
}

/** The server is tried when it is saved. Another one gets the password anew. */
function SmtpForm({ mailbox, path, onChanged, onDone }: Props & { onDone: () => void }) {
  const [server, setServer] = useState(mailbox.smtp ?? EMPTY_SMTP);
  const [password, setPassword] = useState('');
  const [own, setOwn] = useState(mailbox.smtp_username ?? '');
  const smtp = smtpOf(server);
  const change = useMutation({
    mutationFn: () => {
      const secret = own.trim() === '' ? { password } : { smtp_password: password };
      const smtp_username = own.trim() || null;
      return request('PATCH', path, { body: { smtp, smtp_username, ...(password !== '' && secret) } });
    },
    onSuccess: async () => {
      await onChanged();
      onDone();
    },
  });
  const isOther = (own.trim() || null) !== mailbox.smtp_username;
  const needsPassword = smtp !== null && (smtp.host !== mailbox.smtp?.host || (isOther && own.trim() !== ''));
  return (
    <Form mutation={change} label={texts.save} gap="sm" isDisabled={needsPassword && password === ''}>
      <SmtpInputs server={server} onChange={setServer} />
      {smtp !== null && (
        <TextInput
          label={texts.smtpUsername}
          description={texts.smtpUsernameHint}
          autoComplete="off"
          value={own}
          onChange={(event) => setOwn(event.currentTarget.value)}
        />
      )}
      {needsPassword && (
        <PasswordInput
          label={own.trim() === '' ? texts.newPassword : texts.smtpPassword}
          required
          autoComplete="off"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
      )}
    </Form>
  );
}
