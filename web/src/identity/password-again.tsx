import { Button, Group, Modal, PasswordInput, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { askWhenPasswordIsNeeded, request } from '../api/request.ts';
import { errorBeside, fieldErrors } from '../layout/draft.ts';
import { ProblemAlert } from '../layout/problem-alert.tsx';
import { useSubmit } from '../layout/submit.ts';
import { common } from '../texts/common.ts';
import { identity } from '../texts/identity.ts';
import { CodeInput } from './code-input.tsx';
import { HiddenUsername } from './hidden-username.tsx';
import { useMe } from './session.ts';

/**
 * Asks for the password when the API wants it again. The refused request then goes on; without the
 * password it stays refused.
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

function PasswordDialog({ onEnd }: { onEnd: (isGiven: boolean) => void }) {
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const { data: me } = useMe();
  const body = me?.has_second_factor ? { password, code } : { password };
  const confirm = useMutation({
    mutationFn: () => request('POST', '/web/sign-in/confirm', { body }),
    onSuccess: () => onEnd(true),
  });
  const submit = useSubmit(confirm);
  return (
    <Modal opened onClose={() => onEnd(false)} title={identity.againTitle}>
      <form onSubmit={submit}>
        <Stack>
          <Text size="sm">{identity.again}</Text>
          <HiddenUsername />
          <PasswordInput
            label={identity.yourPassword}
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            autoComplete="current-password"
            data-autofocus
            required
          />
          {me?.has_second_factor && (
            <CodeInput value={code} onChange={setCode} error={fieldErrors(confirm.error)['/code']} />
          )}
          <ProblemAlert error={errorBeside(confirm.error, '/code')} />
          <Group justify="flex-end">
            <Button variant="default" onClick={() => onEnd(false)}>
              {common.cancel}
            </Button>
            <Button type="submit" loading={confirm.isPending}>
              {identity.confirm}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
