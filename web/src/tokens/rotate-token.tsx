import { Text } from '@mantine/core';
import type {
  IssuedPersonalAccessToken,
  PersonalAccessToken,
} from '@rapport/contract/personal-access-tokens';
import { useMutation } from '@tanstack/react-query';
import { request } from '../api/request.ts';
import { Form } from '../layout/form.tsx';
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
  return (
    <Form mutation={rotate} label={texts.rotate}>
      <Text size="sm">{texts.rotateHint}</Text>
    </Form>
  );
}
