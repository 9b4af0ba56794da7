import { Center } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { ApiProblem, askWhenSessionIsLost } from '../api/request.ts';
import { later } from '../layout/later.tsx';
import { PageLoading } from '../layout/loading.tsx';
import { ProblemAlert } from '../layout/problem-alert.tsx';
import { useOneUser } from './one-user.ts';
import { PasswordAgain } from './password-again.tsx';
import { leaveToSignIn, useMe } from './session.ts';

const SignInAgain = later(async () => (await import('./sign-in-again.tsx')).SignInAgain);

/**
 * Lets signed-in Users through, and sends everybody else to the sign-in page. When the session ends
 * while a page is open, it asks for the password in place: typed text stays, and refused requests
 * are repeated.
 */
export function SessionGate({ children }: { children: ReactNode }) {
  const me = useMe();
  useOneUser(me.data?.uuid);
  const wasIn = me.data !== undefined;
  const [isLost, goOn] = useLostSession(wasIn);
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
  if (!me.data) return <PageLoading />;
  return (
    <>
      {children}
      <PasswordAgain />
      {isLost && <SignInAgain email={me.data.email} onDone={goOn} />}
    </>
  );
}

/**
 * Returns true when the User's session has ended, and the function that lets the refused requests
 * continue.
 */
function useLostSession(wasIn: boolean): [boolean, () => void] {
  const [isLost, setIsLost] = useState(false);
  const signedIn = useRef(() => {});
  useEffect(() => {
    if (!wasIn) return;
    return askWhenSessionIsLost(() => {
      setIsLost(true);
      return new Promise((resolve) => {
        signedIn.current = resolve;
      });
    });
  }, [wasIn]);
  const goOn = () => {
    setIsLost(false);
    signedIn.current();
  };
  return [isLost, goOn];
}
