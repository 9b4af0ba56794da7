import { Button, Group, Stack, Text } from '@mantine/core';
import type {
  IssuedPersonalAccessToken,
  PersonalAccessToken,
} from '@rapport/contract/personal-access-tokens';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../api/request.ts';
import { useSubmit } from '../layout/submit.ts';
import { tokens as texts } from '../texts/tokens.ts';
import { PasswordAgain } from './password-again.tsx';
import { TOKENS_PATH } from './tokens-path.ts';

export function RotateToken(props: {
  token: PersonalAccessToken;
  onIssued: (token: IssuedPersonalAccessToken) => void;
}) {
  const [password, setPassword] = useState('');
  const rotate = useMutation({
    mutationFn: () =>
      request<{ data: IssuedPersonalAccessToken }>('POST', `${TOKENS_PATH}/${props.token.uuid}/rotate`, {
        body: password ? { password } : {},
      }),
    onSuccess: ({ data }) => props.onIssued(data),
  });
  const submit = useSubmit(rotate);
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text size="sm">{texts.rotateHint}</Text>
        <PasswordAgain error={rotate.error} value={password} onChange={setPassword} />
        <Group justify="flex-end">
          <Button type="submit" loading={rotate.isPending}>
            {texts.rotate}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
