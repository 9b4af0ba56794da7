import { Alert, Anchor, Button, Checkbox, Stack, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../api/request.ts';
import { ProblemAlert } from '../layout/problem-alert.tsx';
import { useSubmit } from '../layout/submit.ts';
import { identity as texts } from '../texts/identity.ts';
import { useLinkCode } from './link-code.ts';
import { isOver, LinkProblem } from './link-problem.tsx';
import { NewPasswordInput } from './new-password-input.tsx';
import { Outside } from './outside.tsx';
import { passwordFault } from './password-fault.ts';

/**
 * The page behind the link in the mail for a forgotten password. Another link in the same tab makes
 * it anew.
 */
export function ResetPasswordPage() {
  const code = useLinkCode();
  return <NewPassword key={code} code={code} />;
}

function NewPassword({ code }: { code: string }) {
  const [new_password, setPassword] = useState('');
  const [keep_access, setKeepAccess] = useState(false);
  const link = useLink(code);
  const reset = useMutation({
    mutationFn: () =>
      request('POST', '/web/password-resets/redeem', { body: { code, new_password, keep_access } }),
  });
  const submit = useSubmit(reset);
  // A read that is answered after the password was set no longer finds the link.
  if (code === '' || (link.error && !reset.isSuccess)) {
    return (
      <LinkProblem
        title={texts.resetTitle}
        error={link.error}
        onRetry={link.refetch}
        next={{ href: '/forgot-password', label: texts.askAgain }}
      />
    );
  }
  if (reset.isSuccess) return <Done />;
  return (
    <Outside title={texts.resetTitle}>
      <form onSubmit={submit}>
        <Stack gap="sm">
          <TextInput
            label={texts.email}
            value={link.data?.data.email ?? ''}
            readOnly
            autoComplete="username"
          />
          <NewPasswordInput label={texts.newPassword} value={new_password} onChange={setPassword} />
          <Checkbox
            label={texts.endAccess}
            description={texts.endAccessHint}
            checked={!keep_access}
            onChange={(event) => setKeepAccess(!event.currentTarget.checked)}
          />
          <ProblemAlert error={reset.error} />
          {isOver(reset.error) && <Anchor href="/forgot-password">{texts.askAgain}</Anchor>}
          <Button type="submit" loading={reset.isPending} disabled={passwordFault(new_password) !== null}>
            {texts.setPassword}
          </Button>
        </Stack>
      </form>
    </Outside>
  );
}

/** Reads whose link it is, once only, because setting the password ends it. */
function useLink(code: string) {
  return useQuery({
    queryKey: ['password-reset', code],
    queryFn: () =>
      request<{ data: { email: string } }>('POST', '/web/password-resets/look-up', { body: { code } }),
    enabled: code !== '',
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

function Done() {
  return (
    <Outside title={texts.resetTitle}>
      <Alert color="teal" variant="light" role="status">
        {texts.resetDone}
      </Alert>
      <Anchor href="/sign-in?return_to=/clients">{texts.signIn}</Anchor>
    </Outside>
  );
}
