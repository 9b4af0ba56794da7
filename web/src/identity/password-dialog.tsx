import { PasswordInput, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../api/request.ts';
import { Dialog } from '../layout/dialog.tsx';
import { errorBeside, fieldErrors } from '../layout/draft.ts';
import { Form } from '../layout/form.tsx';
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
  return (
    <Dialog opened onClose={() => onEnd(false)} title={identity.againTitle}>
      <Form
        mutation={confirm}
        error={errorBeside(confirm.error, '/code')}
        label={identity.confirm}
        onCancel={() => onEnd(false)}
      >
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
      </Form>
    </Dialog>
  );
}
