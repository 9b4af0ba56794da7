import { Button, Group, Stack, Text } from '@mantine/core';
import type { Invitation } from '@rapport/contract/invitations';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../api/request.ts';
import { CopyField } from '../layout/copy-field.tsx';
import { Dialog } from '../layout/dialog.tsx';
import { notifyProblem } from '../layout/notify.ts';
import { Time } from '../layout/time.tsx';
import { accounts as texts } from '../texts/accounts.ts';

/**
 * Without a mail server the inviting User passes the link on. A new link ends the one before: who
 * has made one, perhaps before a reload, is asked first. While the page stays, it shows the same.
 */
export function InvitationLinkButton(props: { invitation: Invitation; onMade: () => Promise<void> }) {
  const { uuid, email, link_made_at } = props.invitation;
  const make = useMutation({
    mutationFn: () => request<{ data: { link: string } }>('POST', `/api/v2/invitations/${uuid}/link`),
    onSuccess: () => props.onMade(),
    onError: notifyProblem,
  });
  const [isOpen, setIsOpen] = useState(false);
  const open = () => {
    setIsOpen(true);
    if (!make.data && link_made_at === null) make.mutate();
  };
  const close = () => setIsOpen(false);
  const isShown = isOpen && (make.data !== undefined || link_made_at !== null);
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        mr="xs"
        aria-label={texts.linkOf(email)}
        loading={make.isPending}
        onClick={open}
      >
        {texts.makeLink}
      </Button>
      <Dialog opened={isShown} onClose={close} title={texts.linkTitle(email)}>
        {make.data ? (
          <Stack>
            <Text size="sm">{texts.linkAbout}</Text>
            <CopyField value={make.data.data.link} label={texts.link} />
          </Stack>
        ) : (
          <FormerLink {...props} isPending={make.isPending} onNew={() => make.mutate()} onKeep={close} />
        )}
      </Dialog>
    </>
  );
}

function FormerLink(props: {
  invitation: Invitation;
  isPending: boolean;
  onNew: () => void;
  onKeep: () => void;
}) {
  const { link_made_at, expires_at } = props.invitation;
  return (
    <Stack>
      <Text size="sm">
        {texts.linkKept} {link_made_at && <Time at={link_made_at} />}. {texts.linkKeptUntil}{' '}
        <Time at={expires_at} />. {texts.linkEnds}
      </Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={props.onKeep}>
          {texts.keepLink}
        </Button>
        <Button loading={props.isPending} onClick={props.onNew}>
          {texts.newLink}
        </Button>
      </Group>
    </Stack>
  );
}
