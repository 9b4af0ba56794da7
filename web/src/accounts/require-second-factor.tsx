import { Switch } from '@mantine/core';
import type { Account } from '@rapport/contract/accounts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from '../api/request.ts';
import { useMe } from '../identity/session.ts';
import { notifyDone } from '../layout/notify.ts';
import { ProblemAlert } from '../layout/problem-alert.tsx';
import { Section } from '../layout/section.tsx';
import { secondFactor as texts } from '../texts/second-factor.ts';

/** The switch that makes a second factor mandatory for members. For owners only. */
export function RequireSecondFactor({ account }: { account: Account }) {
  const { data: me } = useMe();
  const queryClient = useQueryClient();
  const change = useMutation({
    mutationFn: (requires_second_factor: boolean) =>
      request<{ data: Account }>('PATCH', `/api/v2/accounts/${account.uuid}`, {
        body: { requires_second_factor },
        version: account.version,
      }),
    onSuccess: ({ data }) => {
      queryClient.setQueryData(['accounts', account.uuid], data);
      notifyDone(data.requires_second_factor ? texts.required : texts.optional);
      return queryClient.invalidateQueries({ queryKey: ['accounts'] });
    },
  });
  const { requires_second_factor: isRequired } = account;
  const mayRequire = isRequired || me?.has_second_factor === true;
  return (
    <Section title={texts.account} about={texts.accountAbout}>
      <Switch
        label={texts.require}
        {...(!mayRequire && { description: texts.requireFirst })}
        checked={change.isPending ? change.variables : isRequired}
        disabled={!mayRequire || change.isPending}
        onChange={(event) => change.mutate(event.currentTarget.checked)}
      />
      <ProblemAlert error={change.error} />
    </Section>
  );
}
