import { Checkbox, Code, MultiSelect, Text, TextInput } from '@mantine/core';
import type { Account } from '@rapport/contract/accounts';
import type { EventType } from '@rapport/contract/events';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useAccounts } from '../accounts/current-account.ts';
import { useEventTypes } from '../developers/event-types.ts';
import { errorBeside, fieldErrors, useDraft } from '../layout/draft.ts';
import { Form } from '../layout/form.tsx';
import { Loading } from '../layout/loading.tsx';
import { ProblemAlert } from '../layout/problem-alert.tsx';
import { common } from '../texts/common.ts';
import { developers } from '../texts/developers.ts';
import { webhooks as texts } from '../texts/webhooks.ts';
import { urlDoubt, urlFault } from './url-fault.ts';

export type SubscriptionFields = {
  url: string;
  events: string[];
  description: string | null;
  account_uuids: string[] | null;
  skip_own: boolean;
  skip_imports: boolean;
};

const EMPTY: SubscriptionFields = {
  url: '',
  events: [],
  description: null,
  account_uuids: null,
  skip_own: false,
  skip_imports: false,
};

type Props = {
  /** The name of the draft. */
  name: string;
  initial?: SubscriptionFields;
  /** `changes` has the changed fields only, so that the changes of others to the rest stay. */
  onSave: (
    fields: SubscriptionFields,
    idempotency_key: string,
    changes: Partial<SubscriptionFields>,
  ) => Promise<unknown>;
};

/** The height of the fields with one Account, so that nothing jumps when they appear. */
const FIELDS_HEIGHT_PX = 400;

/**
 * The form of a subscription. It waits for the choices: without the Accounts, a subscription would
 * be for all of them.
 */
export function SubscriptionForm(props: Props) {
  const accounts = useAccounts();
  const types = useEventTypes();
  const [isLate] = useState(!accounts.data || !types.data);
  if (accounts.data && types.data)
    return <Fields {...props} accounts={accounts.data} types={types.data} isLate={isLate} />;
  const refused = [accounts, types].find(({ error }) => error);
  if (refused) return <ProblemAlert error={refused.error} onRetry={refused.refetch} />;
  return <Loading h={FIELDS_HEIGHT_PX} />;
}

/**
 * The fields of a subscription, checked as far as possible before they are sent. `isLate`: the
 * dialog opened before the choices were read.
 */
function Fields(props: Props & { accounts: Account[]; types: EventType[]; isLate: boolean }) {
  const { accounts, types, isLate } = props;
  const { fields, change, saving } = useFields(props);
  const errors = fieldErrors(saving.error);
  const fault = urlFault(fields.url);
  return (
    <Form
      gap="sm"
      mutation={saving}
      error={errorBeside(saving.error, '/url')}
      label={common.save}
      isDisabled={fault !== null || fields.events.length === 0}
    >
      <TextInput
        label={texts.url}
        placeholder="https://"
        required
        data-autofocus
        autoFocus={isLate}
        value={fields.url}
        description={errors['/url'] ? null : urlDoubt(fields.url)}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        error={errors['/url'] ?? fault}
        onChange={(event) => change({ url: event.currentTarget.value })}
      />
      <EventChoice types={types} events={fields.events} onChange={(events) => change({ events })} />
      <TextInput
        label={texts.description}
        value={fields.description ?? ''}
        onChange={(event) => change({ description: event.currentTarget.value || null })}
      />
      {accounts.length > 1 && (
        <MultiSelect
          label={texts.accounts}
          description={texts.accountsHint}
          data={accounts.map(({ uuid, name: label }) => ({ value: uuid, label }))}
          value={fields.account_uuids ?? []}
          onChange={(uuids) => change({ account_uuids: uuids.length > 0 ? uuids : null })}
        />
      )}
      <SkipChoice fields={fields} change={change} />
    </Form>
  );
}

/** Which changes are not sent. */
function SkipChoice({ fields, change }: Pick<ReturnType<typeof useFields>, 'fields' | 'change'>) {
  return (
    <>
      <Checkbox
        label={texts.skipOwn}
        description={texts.skipOwnHint}
        checked={fields.skip_own}
        onChange={(event) => change({ skip_own: event.currentTarget.checked })}
      />
      <Checkbox
        label={texts.skipImports}
        description={texts.skipImportsHint}
        checked={fields.skip_imports}
        onChange={(event) => change({ skip_imports: event.currentTarget.checked })}
      />
    </>
  );
}

function useFields({ name, initial = EMPTY, onSave }: Props) {
  const [changes, setChanges, clearDraft] = useDraft<Partial<SubscriptionFields>>(name, {});
  const fields = { ...initial, ...changes };
  const [key] = useState(() => crypto.randomUUID());
  const change = (further: Partial<SubscriptionFields>) => setChanges({ ...changes, ...further });
  const saving = useMutation({ mutationFn: () => onSave(fields, key, changes), onSuccess: clearDraft });
  return { fields, change, saving };
}

/** The choice of events from the catalogue. Shows the sample body of the latest choice. */
function EventChoice(props: { types: EventType[]; events: string[]; onChange: (events: string[]) => void }) {
  const { types, events, onChange } = props;
  const resources = [...new Set(types.map((type) => type.resource))];
  const data = [
    { value: '*', label: `* – ${texts.allEvents}` },
    ...resources.map((resource) => ({
      value: `${resource}.*`,
      label: `${resource}.* – ${texts.allOf(resource)}`,
    })),
    ...types.map(({ event, description }) => ({ value: event, label: `${event} – ${description}` })),
  ];
  const latest = events.at(-1)?.replace('*', '');
  const sample = latest === undefined ? undefined : types.find(({ event }) => event.startsWith(latest));
  return (
    <>
      <MultiSelect
        label={texts.events}
        description={texts.eventsHint}
        required
        searchable
        hidePickedOptions
        data={data}
        value={events}
        onChange={onChange}
        comboboxProps={{ shadow: 'md' }}
      />
      {sample && (
        <div>
          <Text size="xs" c="dimmed" mb={4}>
            {developers.sample}: {sample.event}
          </Text>
          <Code block className="sample small" tabIndex={0} aria-label={developers.sample}>
            {JSON.stringify(sample.sample, null, 2)}
          </Code>
        </div>
      )}
    </>
  );
}
