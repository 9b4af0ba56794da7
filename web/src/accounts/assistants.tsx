import { Switch } from '@mantine/core';
import type { Account } from '@rapport/contract/accounts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from '../api/request.ts';
import { notifyDone } from '../layout/notify.ts';
import { ProblemAlert } from '../layout/problem-alert.tsx';
import { Section } from '../layout/section.tsx';
import { accounts as texts } from '../texts/accounts.ts';

/** True when the operator lets assistants in: without that the switch would be of no use. */
export const assistantsAreOn =
  document.querySelector<HTMLMetaElement>('meta[name=rapport-assistants]')?.content === 'on';

/** The switch that shuts the Account to assistants. For owners only. */
export function Assistants({ account }: { account: Account }) {
  const queryClient = useQueryClient();
  const change = useMutation({
    mutationFn: (mcp_enabled: boolean) =>
      request<{ data: Account }>('PATCH', `/api/v2/accounts/${account.uuid}`, {
        body: { mcp_enabled },
        version: account.version,
      }),
    onSuccess: ({ data }) => {
      queryClient.setQueryData(['accounts', account.uuid], data);
      notifyDone(data.mcp_enabled ? texts.assistantsIn : texts.assistantsOut);
      return queryClient.invalidateQueries({ queryKey: ['accounts'] });
    },
  });
  return (
    <Section title={texts.assistants} about={texts.assistantsAbout}>
      <Switch
        label={texts.letAssistantsIn}
        checked={change.isPending ? change.variables : account.mcp_enabled}
        disabled={change.isPending}
        onChange={(event) => change.mutate(event.currentTarget.checked)}
      />
      <ProblemAlert error={change.error} />
    </Section>
  );
}
