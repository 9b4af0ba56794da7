import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiProblem, request } from '../api/request.ts';
import { Dialog } from '../layout/dialog.tsx';
import { errorBeside, fieldErrors } from '../layout/draft.ts';
import { ProblemAlert } from '../layout/problem-alert.tsx';
import { useSubmit } from '../layout/submit.ts';
import { identity } from '../texts/identity.ts';
import { CodeInput } from './code-input.tsx';
import { HiddenUsername } from './hidden-username.tsx';
import { signInAddress } from './session.ts';

/** The answer to the first step of a sign-in. Empty when there is no second step. */
type Answer = { data: { needs_second_factor: boolean } };

/**
 * The form that signs the User in again. The page behind it stays hidden (pages.css), because
 * another person may use the machine now.
 */
export function SignInAgain({ email, onDone }: { email: string; onDone: () => void }) {
  const [password, setPassword] = useState('');
  const [place] = useState(() => document.activeElement);
  // Returns the focus to its earlier place when the page is shown again.
  useEffect(
    () => () => {
      if (place instanceof HTMLElement) place.focus();
    },
    [place],
  );
  const [code, setCode] = useState('');
  const { step, signIn } = useSignIn({ email, password, code }, onDone);
  const submit = useSubmit(signIn);
  return (
    <Dialog
      opened
      onClose={() => {}}
      withCloseButton={false}
      title={identity.lostTitle}
      className="sign-in-again"
    >
      <form onSubmit={submit}>
        <Stack>
          <Text size="sm">{identity.lost(email)}</Text>
          <HiddenUsername />
          {step === 'code' ? (
            <CodeInput isFirst value={code} onChange={setCode} error={fieldErrors(signIn.error)['/code']} />
          ) : (
            <PasswordInput
              label={identity.password}
              value={password}
              onChange={(event) => setPassword(event.currentTarget.value)}
              autoComplete="current-password"
              data-autofocus
              required
            />
          )}
          <ProblemAlert error={errorBeside(signIn.error, '/code')} />
          <Group justify="space-between">
            <Button variant="subtle" onClick={() => location.assign(signInAddress())}>
              {identity.otherUser}
            </Button>
            <Button type="submit" loading={signIn.isPending}>
              {identity.signIn}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

/** Signs in by a password, and by a code where the User has a second factor. */
function useSignIn(typed: { email: string; password: string; code: string }, onDone: () => void) {
  const { email, password, code } = typed;
  const queryClient = useQueryClient();
  const [step, setStep] = useState<'password' | 'code'>('password');
  const signIn = useMutation({
    mutationFn: () =>
      step === 'password'
        ? request<Answer | null>('POST', '/web/sign-in', { body: { email, password } })
        : request<null>('POST', '/web/sign-in/second-factor', { body: { code } }),
    onSuccess: (answer) => {
      if (answer?.data.needs_second_factor) return setStep('code');
      // Before the waiting requests continue: those that only read are sent again.
      void queryClient.invalidateQueries();
      onDone();
    },
    onError: (error) => {
      // Back to the password, because the first step was too long ago.
      if (error instanceof ApiProblem && error.code === 'sign_in_failed') setStep('password');
    },
  });
  return { step, signIn };
}
