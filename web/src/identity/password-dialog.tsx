import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../api/request.ts';
import { Dialog } from '../layout/dialog.tsx';
import { errorBeside, fieldErrors } from '../layout/draft.ts';
import { ProblemAlert } from '../layout/problem-alert.tsx';
import { useSubmit } from '../layout/submit.ts';
import { common } from '../texts/common.ts';
import { identity } from '../texts/identity.ts';
import { CodeInput } from './code-input.tsx';
import { HiddenUsername } from './hidden-username.tsx';
import { useMe } from './session.ts';

export function PasswordDialog({ onEnd }: { onEnd: (isGiven: boolean) => void }) {
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
    <Dialog opened onClose={() => onEnd(false)} title={identity.againTitle}>
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
    </Dialog>
  );
}
