import { Alert, Anchor, Button, PasswordInput, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { request } from '../api/request.ts';
import { ProblemAlert } from '../layout/problem-alert.tsx';
import { identity as texts } from '../texts/identity.ts';
import { Outside } from './outside.tsx';
import { passwordFault } from './password-fault.ts';

/** Where the mailed link leads. */
export function ResetPasswordPage() {
  const { code = '' } = useSearch({ strict: false }) as { code?: string };
  const [new_password, setPassword] = useState('');
  const reset = useMutation({
    mutationFn: () => request('POST', '/web/password-resets/redeem', { body: { code, new_password } }),
  });
  return (
    <Outside title={texts.resetTitle}>
      {reset.isSuccess ? (
        <>
          <Alert color="teal" variant="light" role="status">
            {texts.resetDone}
          </Alert>
          <Anchor href="/sign-in?return_to=/clients">{texts.signIn}</Anchor>
        </>
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            reset.mutate();
          }}
        >
          <Stack gap="sm">
            <PasswordInput
              label={texts.newPassword}
              description={texts.passwordHint}
              autoComplete="new-password"
              required
              value={new_password}
              error={passwordFault(new_password)}
              onChange={(event) => setPassword(event.currentTarget.value)}
            />
            <ProblemAlert error={reset.error} />
            <Button type="submit" loading={reset.isPending} disabled={passwordFault(new_password) !== null}>
              {texts.setPassword}
            </Button>
          </Stack>
        </form>
      )}
    </Outside>
  );
}
