import { Button, Textarea } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type Mailbox, SIGNATURE_MAX } from '@rapport/contract/mailboxes';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../api/request.ts';
import { Dialog } from '../layout/dialog.tsx';
import { Form } from '../layout/form.tsx';
import { mail as texts } from '../texts/mail.ts';

type Props = { mailbox: Mailbox; path: string; onChanged: () => Promise<unknown> };

/** The way to what stands below the mails of a mailbox. */
export function SignatureChange(props: Props) {
  const [isOpen, dialog] = useDisclosure();
  return (
    <>
      <Button
        variant="default"
        size="sm"
        aria-label={`${texts.signature}: ${props.mailbox.address}`}
        onClick={dialog.open}
      >
        {texts.signature}
      </Button>
      <Dialog opened={isOpen} onClose={dialog.close} title={texts.signature}>
        <SignatureForm {...props} onDone={dialog.close} />
      </Dialog>
    </>
  );
}

function SignatureForm({ mailbox, path, onChanged, onDone }: Props & { onDone: () => void }) {
  const [signature, setSignature] = useState(mailbox.signature);
  const change = useMutation({
    mutationFn: () => request('PATCH', path, { body: { signature: signature.trim() } }),
    onSuccess: async () => {
      await onChanged();
      onDone();
    },
  });
  return (
    <Form mutation={change} label={texts.save} gap="sm" onCancel={onDone}>
      <Textarea
        label={texts.signature}
        description={texts.signatureHint}
        data-autofocus
        autosize
        minRows={4}
        maxRows={12}
        maxLength={SIGNATURE_MAX}
        value={signature}
        onChange={(event) => setSignature(event.currentTarget.value)}
      />
    </Form>
  );
}
