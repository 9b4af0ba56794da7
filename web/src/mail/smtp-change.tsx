import { Button, PasswordInput, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Mailbox } from '@rapport/contract/mail';
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
  const smtp = smtpOf(server);
  const change = useMutation({
    mutationFn: () => request('PATCH', path, { body: { smtp, ...(password !== '' && { password }) } }),
    onSuccess: async () => {
      await onChanged();
      onDone();
    },
  });
  const needsPassword = smtp !== null && smtp.host !== mailbox.smtp?.host;
  return (
    <Form mutation={change} label={texts.save} gap="sm" isDisabled={needsPassword && password === ''}>
      <SmtpInputs server={server} onChange={setServer} />
      {needsPassword && (
        <PasswordInput
          label={texts.newPassword}
          required
          autoComplete="off"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
      )}
    </Form>
  );
}
