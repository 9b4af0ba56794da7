import { Alert, Anchor, Button, Stack, Text, TextInput } from '@mantine/core';
import type { Role } from '@rapport/contract/accounts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiProblem, request } from '../api/request.ts';
import { BROWSER_ZONE } from '../api/zone.ts';
import { errorBeside, fieldErrors, useDraft } from '../layout/draft.ts';
import { Loading } from '../layout/loading.tsx';
import { ProblemAlert } from '../layout/problem-alert.tsx';
import { useSubmit } from '../layout/submit.ts';
import { ROLE_LABELS } from '../texts/accounts.ts';
import { identity as texts } from '../texts/identity.ts';
import { blankFault } from './blank-fault.ts';
import { keepLinkCode, keptLinkCode, useLinkCode } from './link-code.ts';
import { LinkProblem } from './link-problem.tsx';
import { NewPasswordInput } from './new-password-input.tsx';
import { Outside } from './outside.tsx';

type Offer = {
  account_name: string;
  role: Role;
  email: string;
  is_user: boolean;
  is_signed_in: boolean;
};

/** The page behind the link of an invitation. Another link in the same tab makes it anew. */
export function InvitationPage() {
  const code = useLinkCode();
  return <Invitation key={code} fromLink={code} />;
}

function Invitation({ fromLink }: { fromLink: string }) {
  const [code] = useState(() => fromLink || keptLinkCode());
  const offer = useQuery({
    queryKey: ['invitation', code],
    queryFn: () => request<{ data: Offer }>('POST', '/web/invitations/look-up', { body: { code } }),
    enabled: code !== '',
    retry: false,
    // Read only once, because accepting ends the link.
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (offer.error || code === '') {
    return (
      <LinkProblem
        title={texts.invitationTitle}
        error={offer.error}
        onRetry={offer.refetch}
        hint={texts.askInviter}
        next={{ href: '/sign-in?return_to=/clients', label: texts.signIn }}
      />
    );
  }
  if (!offer.data) {
    return (
      <Outside title={texts.invitationTitle}>
        <Loading h={200} />
      </Outside>
    );
  }
  const { account_name, role } = offer.data.data;
  return (
    <Outside title={texts.invitationTitle} about={texts.invitation(account_name, ROLE_LABELS[role])}>
      {offer.data.data.is_user && !offer.data.data.is_signed_in ? (
        <SignInFirst code={code} email={offer.data.data.email} />
      ) : (
        <AcceptForm code={code} offer={offer.data.data} />
      )}
    </Outside>
  );
}

/**
 * For a User who is there already: only they themselves join. The code waits in this tab while they
 * sign in, so that no address and no log gets it.
 */
function SignInFirst({ code, email }: { code: string; email: string }) {
  return (
    <Stack gap="sm">
      <Text size="sm" className="break-anywhere">
        {texts.signInToJoin(email)}
      </Text>
      <Button
        component="a"
        href={`/sign-in?${new URLSearchParams({ return_to: '/invitation', login_hint: email })}`}
        onClick={() => keepLinkCode(code)}
      >
        {texts.signIn}
      </Button>
      <Text size="sm" c="dimmed">
        {texts.notYourUser}
      </Text>
    </Stack>
  );
}

function AcceptForm({ code, offer }: { code: string; offer: Offer }) {
  const [name, setName, clearName] = useDraft('invitation-name', '');
  const [password, setPassword] = useState('');
  const accept = useMutation({
    mutationFn: () =>
      request<{ data: { is_signed_in: boolean } }>('POST', '/web/invitations/accept', {
        body: offer.is_user ? { code } : { code, name, password, own_time_zone: BROWSER_ZONE },
      }),
    onSuccess: ({ data }) => {
      clearName();
      keepLinkCode('');
      if (data.is_signed_in) location.assign('/clients');
    },
  });
  const submit = useSubmit(accept);
  const errors = fieldErrors(accept.error);
  if (accept.isSuccess) {
    return (
      <>
        <Alert color="teal" variant="light" role="status">
          {texts.joined(offer.account_name)}
        </Alert>
        <Anchor href="/clients">{texts.toRapport}</Anchor>
      </>
    );
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <TextInput label={texts.email} value={offer.email} readOnly autoComplete="username" />
        {!offer.is_user && (
          <>
            <TextInput
              label={texts.name}
              required
              autoComplete="name"
              value={name}
              error={blankFault(name) ?? errors['/name']}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            <NewPasswordInput
              label={texts.password}
              value={password}
              error={errors['/password']}
              onChange={setPassword}
            />
          </>
        )}
        <ProblemAlert error={errorBeside(accept.error, ...(offer.is_user ? [] : ['/name', '/password']))} />
        {isMember(accept.error) ? (
          <Anchor href="/clients">{texts.toRapport}</Anchor>
        ) : (
          <Button type="submit" loading={accept.isPending} disabled={blankFault(name) !== null}>
            {texts.accept}
          </Button>
        )}
      </Stack>
    </form>
  );
}

/** True when the User has become a member in another way. */
function isMember(error: unknown): boolean {
  return error instanceof ApiProblem && error.code === 'conflict';
}
