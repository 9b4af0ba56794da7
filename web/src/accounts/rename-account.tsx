import { Button, Group, TextInput } from '@mantine/core';
import type { Account } from '@rapport/contract/accounts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from '../api/request.ts';
import { useDraft } from '../layout/draft.ts';
import { notifyDone } from '../layout/notify.ts';
import { ProblemAlert } from '../layout/problem-alert.tsx';
import { Section } from '../layout/section.tsx';
import { useSubmit } from '../layout/submit.ts';
import { accounts as texts } from '../texts/accounts.ts';

/** The form for the name of an Account. */
export function RenameAccount({ account }: { account: Account }) {
  const [name, setName, clearName] = useDraft(`account-name-${account.uuid}`, account.name);
  const queryClient = useQueryClient();
  const rename = useMutation({
    mutationFn: () =>
      request<{ data: Account }>('PATCH', `/api/v2/accounts/${account.uuid}`, {
        body: { name },
        version: account.version,
      }),
    onSuccess: ({ data }) => {
      // Set before the draft is cleared. Otherwise the old name would show until the Account is
      // read again.
      queryClient.setQueryData(['accounts', account.uuid], data);
      clearName();
      notifyDone(texts.renamed);
      return queryClient.invalidateQueries({ queryKey: ['accounts'] });
    },
  });
  const submit = useSubmit(rename);
  return (
    <Section title={texts.details}>
      <form onSubmit={submit}>
        <Group align="flex-end">
          <TextInput
            label={texts.name}
            className="grow"
            maw={420}
            required
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Button
            type="submit"
            variant="default"
            disabled={name === account.name || name.trim() === ''}
            loading={rename.isPending}
          >
            {texts.rename}
          </Button>
        </Group>
      </form>
      <ProblemAlert error={rename.error} />
    </Section>
  );
}
