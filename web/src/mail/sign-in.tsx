import { Button, Stack } from '@mantine/core';
import type { MailboxSignIn } from '@rapport/contract/mailboxes';
import { useMutation } from '@tanstack/react-query';
import { request } from '../api/request.ts';
import { ProblemAlert } from '../layout/problem-alert.tsx';

type Props = {
  label: string;
  /** Where the API says at which screen of the provider it goes on, and what it is told. */
  path: string;
  body?: object;
  isDisabled?: boolean;
};

/** A button that leads to the screen of a provider. From there the browser comes back. */
export function SignIn({ label, path, body = {}, isDisabled = false }: Props) {
  const leaving = useMutation({
    mutationFn: () => request<{ data: MailboxSignIn }>('POST', path, { body }),
    onSuccess: ({ data }) => window.location.assign(data.url),
  });
  return (
    <Stack gap="xs">
      <Button
        variant="default"
        disabled={isDisabled}
        loading={leaving.isPending || leaving.isSuccess}
        onClick={() => leaving.mutate()}
      >
        {label}
      </Button>
      <ProblemAlert error={leaving.error} />
    </Stack>
  );
}
