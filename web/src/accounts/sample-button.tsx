import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { notifyProblem } from '../layout/notify.ts';
import { accounts as texts } from '../texts/accounts.ts';
import { useSamples } from './samples.ts';

/** The button that fills an empty Account with sample data. Renders nothing in any other. */
export function SampleButton({ account_uuid }: { account_uuid: string }) {
  const { data, add } = useSamples(account_uuid);
  const adding = useMutation({ mutationFn: add, onError: notifyProblem });
  if (!data?.is_empty) return null;
  return (
    <Button variant="default" loading={adding.isPending} onClick={() => adding.mutate()}>
      {texts.sampleAdd}
    </Button>
  );
}
