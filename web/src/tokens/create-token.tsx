import { Button, Group, Select, Stack, TextInput } from '@mantine/core';
import { dayAt, instantOf } from '@rapport/contract/days';
import type { IssuedPersonalAccessToken } from '@rapport/contract/personal-access-tokens';
import { useMutation } from '@tanstack/react-query';
import { useAccounts } from '../accounts/current-account.ts';
import { request } from '../api/request.ts';
import { ZONE } from '../api/zone.ts';
import { errorBeside, fieldErrors, useDraft } from '../layout/draft.ts';
import { ProblemAlert } from '../layout/problem-alert.tsx';
import { useSubmit } from '../layout/submit.ts';
import { tokens as texts } from '../texts/tokens.ts';
import { TOKENS_PATH } from './tokens-path.ts';

const EMPTY = { name: '', expiry: '90', day: '', account: '' };

/** The form of a new token. Asks for the password when the API requires it. */
export function CreateToken({ onIssued }: { onIssued: (token: IssuedPersonalAccessToken) => void }) {
  const [draft, setDraft, clearDraft] = useDraft('token', EMPTY);
  const { data: accounts = [] } = useAccounts();
  const create = useMutation({
    mutationFn: () =>
      request<{ data: IssuedPersonalAccessToken }>('POST', TOKENS_PATH, {
        body: {
          name: draft.name,
          expires_at: expiresAt(draft),
          default_account_uuid: draft.account || null,
        },
      }),
    onSuccess: ({ data }) => {
      clearDraft();
      onIssued(data);
    },
  });
  const submit = useSubmit(create);
  const errors = fieldErrors(create.error);
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <TextInput
          label={texts.name}
          placeholder={texts.namePlaceholder}
          required
          data-autofocus
          value={draft.name}
          error={errors['/name']}
          onChange={(event) => setDraft({ ...draft, name: event.currentTarget.value })}
        />
        <Select
          label={texts.expiry}
          data={['30', '90', '365', 'custom', 'never'].map((value) => ({
            value,
            label: texts.expiries[value as keyof typeof texts.expiries],
          }))}
          value={draft.expiry}
          allowDeselect={false}
          description={draft.expiry === 'never' ? texts.neverHint : undefined}
          onChange={(expiry) => setDraft({ ...draft, expiry: expiry! })}
        />
        {accounts.length > 1 && (
          <Select
            label={texts.account}
            description={texts.accountHint}
            data={[
              { value: '', label: texts.sameAccount },
              ...accounts.map(({ uuid, name }) => ({ value: uuid, label: name })),
            ]}
            value={draft.account}
            allowDeselect={false}
            onChange={(account) => setDraft({ ...draft, account: account! })}
          />
        )}
        {draft.expiry === 'custom' && (
          <TextInput
            type="date"
            label={texts.expiryDay}
            required
            min={dayAt(new Date(), ZONE)}
            // Without a maximum, browsers accept years of six digits.
            max="9999-12-31"
            value={draft.day}
            error={errors['/expires_at']}
            onChange={(event) => setDraft({ ...draft, day: event.currentTarget.value })}
          />
        )}
        <ProblemAlert
          error={errorBeside(create.error, '/name', ...(draft.expiry === 'custom' ? ['/expires_at'] : []))}
        />
        <Group justify="flex-end">
          <Button type="submit" loading={create.isPending}>
            {texts.create}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/**
 * Returns the end of the chosen day in the User's zone, or the time after a number of days; null
 * for never.
 */
function expiresAt({ expiry, day }: typeof EMPTY): string | null {
  if (expiry === 'never') return null;
  const end =
    expiry === 'custom'
      ? instantOf(day, '23:59:59', ZONE)
      : new Date(Date.now() + Number(expiry) * 86_400_000);
  return end.toISOString();
}
