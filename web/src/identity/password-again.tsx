import { useEffect, useRef, useState } from 'react';
import { askWhenPasswordIsNeeded } from '../api/request.ts';
import { later } from '../layout/later.tsx';

const PasswordDialog = later(async () => (await import('./password-dialog.tsx')).PasswordDialog);

/**
 * Asks for the password when the API requires it again. Then the refused request is repeated;
 * without the password it stays refused.
 */
export function PasswordAgain() {
  const [isAsking, setIsAsking] = useState(false);
  const answer = useRef((_isGiven: boolean) => {});
  useEffect(
    () =>
      askWhenPasswordIsNeeded(() => {
        setIsAsking(true);
        return new Promise((resolve) => {
          answer.current = resolve;
        });
      }),
    [],
  );
  const end = (isGiven: boolean) => {
    setIsAsking(false);
    answer.current(isGiven);
  };
  return isAsking && <PasswordDialog onEnd={end} />;
}
