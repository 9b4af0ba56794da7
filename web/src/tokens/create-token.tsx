import { MultiSelect, Select, TextInput } from '@mantine/core';
import type { IssuedPersonalAccessToken } from '@rapport/contract/personal-access-tokens';
import { useMutation } from '@tanstack/react-query';
import { useAccounts } from '../accounts/current-account.ts';
import { request } from '../api/request.ts';
import { ZONE } from '../api/zone.ts';
import { DayInput } from '../fields/inputs/day-input.tsx';
import { errorBeside, fieldErrors, useDraft } from '../layout/draft.ts';
import { Form } from '../layout/form.tsx';
import { tokens as texts } from '../texts/tokens.ts';
import { expiresAt } from './expiry.ts';
import { type Power, PowerChoice } from './power-choice.tsx';
import { TOKENS_PATH } from './tokens-path.ts';

const EMPTY = {
  name: '',
  expiry: '90',
  day: '',
  account: '',
  power: 'read' as Power,
  scopes: [] as string[],
  places: [] as string[],
};

/** The form of a new token. Asks for the password when the API requires it. */
export function CreateToken({ onIssued }: { onIssued: (token: IssuedPersonalAccessToken) => void }) {
  const { draft, change, create } = useCreateToken(onIssued);
  const errors = fieldErrors(create.error);
  return (
    <Form
      gap="sm"
      mutation={create}
      error={errorBeside(create.error, '/name', ...(draft.expiry === 'custom' ? ['/expires_at'] : []))}
      label={texts.create}
    >
      <TextInput
        label={texts.name}
        placeholder={texts.namePlaceholder}
        required
        data-autofocus
        value={draft.name}
        error={errors['/name']}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <PowerChoice draft={draft} error={errors['/scope']} onChange={change} />
      <PlacesChoice places={draft.places} onChange={(places) => change({ places })} />
      <ExpiryChoice draft={draft} error={errors['/expires_at']} onChange={change} />
      <AccountChoice
        account={draft.account}
        places={draft.places}
        onChange={(account) => change({ account })}
      />
    </Form>
  );
}

type Draft = typeof EMPTY;

function ExpiryChoice(props: {
  draft: Draft;
  error: string | undefined;
  onChange: (changes: Partial<Draft>) => void;
}) {
  const { draft, error, onChange } = props;
  return (
    <>
      <Select
        label={texts.expiry}
        data={['30', '90', '365', 'custom', 'never'].map((value) => ({
          value,
          label: texts.expiries[value as keyof typeof texts.expiries],
        }))}
        value={draft.expiry}
        allowDeselect={false}
        description={draft.expiry === 'never' ? texts.neverHint : undefined}
        onChange={(expiry) => onChange({ expiry: expiry! })}
      />
      {draft.expiry === 'custom' && (
        <DayInput
          label={texts.expiryDay}
          required
          value={draft.day}
          error={error}
          onChange={(day) => onChange({ day })}
        />
      )}
    </>
  );
}

/** The Account that a program means without naming one. Not asked if there is only one. */
function AccountChoice(props: { account: string; places: string[]; onChange: (account: string) => void }) {
  const { account, places, onChange } = props;
  const { data: all = [] } = useAccounts();
  const accounts = all.filter(({ uuid }) => places.length === 0 || places.includes(uuid));
  if (accounts.length < 2) return null;
  return (
    <Select
      label={texts.account}
      description={texts.accountHint}
      data={[
        { value: '', label: texts.sameAccount },
        ...accounts.map(({ uuid, name }) => ({ value: uuid, label: name })),
      ]}
      value={account}
      allowDeselect={false}
      onChange={(account) => onChange(account!)}
    />
  );
}

function useCreateToken(onIssued: (token: IssuedPersonalAccessToken) => void) {
  const [draft, setDraft, clearDraft] = useDraft('token', EMPTY);
  const create = useMutation({
    mutationFn: () =>
      request<{ data: IssuedPersonalAccessToken }>('POST', TOKENS_PATH, {
        body: {
          name: draft.name,
          expires_at: expiresAt(draft, ZONE, new Date()),
          default_account_uuid: defaultIn(draft),
          scope: draft.power === 'chosen' ? draft.scopes.join(' ') : draft.power,
          account_uuids: draft.places.length > 0 ? draft.places : null,
        },
      }),
    onSuccess: ({ data }) => {
      clearDraft();
      onIssued(data);
    },
  });
  return { draft, change: (changes: Partial<Draft>) => setDraft({ ...draft, ...changes }), create };
}

/** The Account to create in, unless the token is not for it. */
function defaultIn({ account, places }: Draft): string | null {
  return account !== '' && (places.length === 0 || places.includes(account)) ? account : null;
}

/** The Accounts that the token is for. Not asked if there is only one. */
function PlacesChoice({ places, onChange }: { places: string[]; onChange: (places: string[]) => void }) {
  const { data: accounts = [] } = useAccounts();
  if (accounts.length < 2) return null;
  return (
    <MultiSelect
      label={texts.places}
      placeholder={places.length === 0 ? texts.allPlaces : undefined}
      data={accounts.map(({ uuid, name }) => ({ value: uuid, label: name }))}
      value={places}
      onChange={onChange}
    />
  );
}
