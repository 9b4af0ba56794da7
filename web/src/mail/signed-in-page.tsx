import { Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { request } from '../api/request.ts';
import { notifyDone } from '../layout/notify.ts';
import { Page } from '../layout/page.tsx';
import { ProblemAlert } from '../layout/problem-alert.tsx';
import { mail as texts } from '../texts/mail.ts';

/** Where the provider of a mailbox sends the browser back, with a code that is good once. */
export function SignedInPage() {
  const { provider } = useParams({ strict: false }) as { provider: string };
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const asked = useRef(new URLSearchParams(window.location.search)).current;
  const said = asked.get('error_description') ?? asked.get('error');
  const ending = useMutation({
    mutationFn: () => {
      const iss = asked.get('iss');
      const body = {
        provider,
        state: asked.get('state') ?? '',
        code: asked.get('code') ?? '',
        ...(iss && { iss }),
      };
      return request('POST', '/api/v2/mailboxes/authorized', { body });
    },
    onSuccess: async () => {
      notifyDone(texts.connected);
      await queryClient.invalidateQueries({ queryKey: ['mailboxes'] });
      await navigate({ to: '/settings/mailboxes', replace: true });
    },
  });
  const hasBegun = useRef(false);
  useEffect(() => {
    if (hasBegun.current || said !== null) return;
    hasBegun.current = true;
    ending.mutate();
  });
  const isOver = said !== null || ending.isError;
  return (
    <Page title={texts.signingIn} about={isOver ? undefined : texts.signingInAbout}>
      {said !== null && <Text className="break-anywhere">{texts.notSignedIn(said)}</Text>}
      <ProblemAlert error={ending.error} />
      {isOver && <Link to="/settings/mailboxes">{texts.toMailboxes}</Link>}
    </Page>
  );
}
