import { Button, Center, Group, Loader, Modal, PasswordInput, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { ApiProblem, listenForLostSession, request } from '../api/request.ts';
import { LongWait } from '../layout/loading.tsx';
import { ProblemAlert } from '../layout/problem-alert.tsx';
import { useSubmit } from '../layout/submit.ts';
import { common } from '../texts/common.ts';
import { identity } from '../texts/identity.ts';
import { useOneUser } from './one-user.ts';
import { leaveToSignIn, signInAddress, useMe } from './session.ts';

/**
 * Lets through who is signed in, and sends everybody else to the sign-in page. When the session ends while a page is open, it
 * asks for the password above the page: nothing that was typed is lost.
 */
export function SessionGate({ children }: { children: ReactNode }) {
  const me = useMe();
  useOneUser(me.data?.uuid);
  const [isLost, setIsLost] = useState(false);
  const wasIn = me.data !== undefined;
  useEffect(() => listenForLostSession(() => setIsLost(true)), []);
  const isOut = me.error instanceof ApiProblem && me.error.status === 401 && !wasIn;
  useEffect(() => {
    if (isOut) void leaveToSignIn();
  }, [isOut]);
  if (me.error && !isOut && !wasIn) {
    return (
      <Center mih="60vh" p="md">
        <ProblemAlert error={me.error} onRetry={me.refetch} />
      </Center>
    );
  }
  if (!me.data) {
    return (
      <Stack mih="60vh" align="center" justify="center">
        <Loader aria-label={common.loading} />
        <LongWait />
      </Stack>
    );
  }
  return (
    <>
      {children}
      {isLost && <SignInAgain email={me.data.email} onDone={() => setIsLost(false)} />}
    </>
  );
}

function SignInAgain({ email, onDone }: { email: string; onDone: () => void }) {
  const [password, setPassword] = useState('');
  const queryClient = useQueryClient();
  const signIn = useMutation({
    mutationFn: () => request('POST', '/web/sign-in', { body: { email, password } }),
    onSuccess: () => {
      onDone();
      void queryClient.invalidateQueries();
    },
  });
  const submit = useSubmit(signIn);
  return (
    <Modal opened onClose={() => {}} withCloseButton={false} title={identity.lostTitle}>
      <form onSubmit={submit}>
        <Stack>
          <Text size="sm">{identity.lost(email)}</Text>
          <PasswordInput
            label={identity.password}
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            autoComplete="current-password"
            data-autofocus
            required
          />
          <ProblemAlert error={signIn.error} />
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
    </Modal>
  );
}
