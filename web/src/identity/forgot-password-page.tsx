import { Alert, Anchor, Button, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../api/request.ts';
import { mailsAreSent } from '../layout/mails.ts';
import { ProblemAlert } from '../layout/problem-alert.tsx';
import { useSubmit } from '../layout/submit.ts';
import { identity as texts } from '../texts/identity.ts';
import { Outside } from './outside.tsx';

export function ForgotPasswordPage() {
  const [email, setEmail] = useState('');
  const ask = useMutation({
    mutationFn: () => request('POST', '/web/password-resets', { body: { email } }),
  });
  const submit = useSubmit(ask);
  return (
    <Outside title={texts.forgotTitle} about={mailsAreSent ? texts.forgot : texts.forgotKept}>
      {ask.isSuccess ? (
        <Alert color="teal" variant="light" role="status">
          {mailsAreSent ? texts.linkSent : texts.linkKept}
        </Alert>
      ) : (
        <form onSubmit={submit}>
          <Stack gap="sm">
            <TextInput
              label={texts.email}
              type="email"
              autoComplete="username"
              required
              value={email}
              onChange={(event) => setEmail(event.currentTarget.value)}
            />
            <ProblemAlert error={ask.error} />
            <Button type="submit" loading={ask.isPending}>
              {mailsAreSent ? texts.sendLink : texts.makeLink}
            </Button>
          </Stack>
        </form>
      )}
      <Anchor href="/sign-in?return_to=/clients" size="sm">
        {texts.signIn}
      </Anchor>
    </Outside>
  );
}
