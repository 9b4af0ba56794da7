import { Button, Group, Stack, Text } from '@mantine/core';
import type {
  IssuedPersonalAccessToken,
  PersonalAccessToken,
} from '@rapport/contract/personal-access-tokens';
import { useMutation } from '@tanstack/react-query';
import { request } from '../api/request.ts';
import { ProblemAlert } from '../layout/problem-alert.tsx';
import { useSubmit } from '../layout/submit.ts';
import { tokens as texts } from '../texts/tokens.ts';
import { TOKENS_PATH } from './tokens-path.ts';

export function RotateToken(props: {
  token: PersonalAccessToken;
  onIssued: (token: IssuedPersonalAccessToken) => void;
}) {
  const rotate = useMutation({
    mutationFn: () =>
      request<{ data: IssuedPersonalAccessToken }>('POST', `${TOKENS_PATH}/${props.token.uuid}/rotate`),
    onSuccess: ({ data }) => props.onIssued(data),
  });
  const submit = useSubmit(rotate);
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text size="sm">{texts.rotateHint}</Text>
        <ProblemAlert error={rotate.error} />
        <Group justify="flex-end">
          <Button type="submit" loading={rotate.isPending}>
            {texts.rotate}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
