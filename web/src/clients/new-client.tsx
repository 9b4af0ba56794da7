import { Button, Group, Select, SimpleGrid, Stack, TextInput } from '@mantine/core';
import type { Client } from '@rapport/contract/records/clients';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useRef, useState } from 'react';
import { useAccounts } from '../accounts/current-account.ts';
import { useLogins } from '../accounts/logins.ts';
import { ApiProblem, request } from '../api/request.ts';
import { Dialog } from '../layout/dialog.tsx';
import { fieldErrors, useDraft } from '../layout/draft.ts';
import { notifyDone } from '../layout/notify.ts';
import { ProblemAlert } from '../layout/problem-alert.tsx';
import type { Changes } from '../records/data.ts';
import { useViewIn } from '../records/declared-fields.ts';
import { SimilarRecords } from '../records/duplicates/similar.tsx';
import type { Field } from '../records/fields/field.ts';
import { useFirstValues } from '../records/first-values.ts';
import { beginListsAnew } from '../records/list.ts';
import { faultsOf, OwnFields, ownFieldsOf, pointerOf, valuesOf } from '../records/new-fields.tsx';
import { AccountChoice, useTargetAccount } from '../records/target-account.tsx';
import { useView } from '../records/view.ts';
import { clients, FIELD_LABELS, KIND_LABELS, STATUS_LABELS } from '../texts/clients.ts';
import { common } from '../texts/common.ts';
import { records } from '../texts/records.ts';

const EMPTY = {
  kind: 'organisation',
  name: '',
  status: 'lead',
  email: '',
  phone: '',
  website: '',
  industry: '',
  /** Null until somebody else than oneself is chosen. */
  owner_uuid: null as string | null,
};

/** The dialog of a new Client, with the most important fields. The record page has the rest. */
export function NewClient({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Dialog opened={opened} onClose={onClose} title={clients.create} size="lg">
      <NewClientForm onClose={onClose} />
    </Dialog>
  );
}

function NewClientForm({ onClose }: { onClose: () => void }) {
  const view = useView();
  const accounts = useAccounts();
  const target = useTargetAccount();
  const accountInput = useRef<HTMLInputElement>(null);
  const [accountError, setAccountError] = useState<string | null>(null);
  const [draft, setDraft, clearDraft] = useDraft('new-client', EMPTY);
  const [typed, setTyped, clearOwn] = useDraft<Record<string, string>>('new-client-own', {});
  const [faults, setFaults] = useState<Record<string, string>>({});
  const declared = useViewIn(target.account_uuid);
  const own = target.account_uuid === null ? [] : ownFieldsOf(declared);
  const textOf = ({ name }: Field) => typed[name] ?? '';
  const [key] = useState(() => crypto.randomUUID());
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const create = useMutation({
    mutationFn: () =>
      request<{ data: Client }>('POST', '/api/v2/clients', {
        body: { account_uuid: target.account_uuid, ...toFields(draft, me), ...valuesOf(own, textOf) },
        idempotency_key: key,
      }),
    onSuccess: async ({ data }) => {
      clearDraft();
      clearOwn();
      onClose();
      notifyDone(records.created(data.name));
      await navigate({ to: `/clients/${data.uuid}` });
      await beginListsAnew(queryClient, view);
    },
  });
  const errors = fieldErrors(create.error);
  const me = useFirstValues(target.account_uuid).user;
  const members = useLogins().filter(({ account_uuid }) => account_uuid === target.account_uuid);
  const input = (name: Exclude<keyof typeof EMPTY, 'owner_uuid'>, pointer: string) => ({
    label: FIELD_LABELS[name === 'email' || name === 'phone' ? `${name}s` : name],
    value: draft[name],
    error: errors[pointer],
    onChange: (event: { currentTarget: { value: string } }) =>
      setDraft({ ...draft, [name]: event.currentTarget.value }),
  });
  const choice = (name: 'kind' | 'status', choices: Record<string, string>) => ({
    label: FIELD_LABELS[name],
    data: Object.entries(choices).map(([value, label]) => ({ value, label })),
    value: draft[name],
    allowDeselect: false,
    onChange: (value: string | null) => setDraft({ ...draft, [name]: value ?? '' }),
  });
  // Cancel discards the draft. Any other way of closing may be an accident, so the draft stays for
  // the next opening.
  const cancel = () => {
    clearDraft();
    clearOwn();
    onClose();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = faultsOf(own, textOf);
    const faulty = own.filter(({ name }) => found[name]);
    setFaults(Object.fromEntries(faulty.map((field) => [pointerOf(field), found[field.name]!])));
    if (faulty.length > 0) return;
    if (target.account_uuid !== null) return create.mutate();
    setAccountError(clients.accountRequired);
    accountInput.current?.focus();
  };
  const isBesideFields = create.error instanceof ApiProblem && create.error.errors.length > 0;
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <TextInput {...input('name', '/name')} required data-autofocus />
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <Select {...choice('kind', KIND_LABELS)} />
          <Select {...choice('status', STATUS_LABELS)} />
          {/*
           * Not of type email, because browsers rewrite a domain with an umlaut in such an input.
           */}
          <TextInput {...input('email', '/emails/0/value')} inputMode="email" />
          <TextInput {...input('phone', '/phones/0/value')} />
          <TextInput {...input('website', '/website')} placeholder="https://" />
          <TextInput {...input('industry', '/industry')} />
          <Select
            label={FIELD_LABELS.owner_uuid}
            data={members.map(({ user }) => ({ value: user.uuid, label: user.name }))}
            value={(draft.owner_uuid ?? me) || null}
            clearable
            onChange={(owner_uuid) => setDraft({ ...draft, owner_uuid: owner_uuid ?? '' })}
          />
        </SimpleGrid>
        <OwnFields
          fields={own}
          textOf={textOf}
          errors={{ ...errors, ...faults }}
          account_uuid={target.account_uuid}
          onType={({ name }, text) => {
            setFaults({});
            setTyped({ ...typed, [name]: text });
          }}
        />
        <SimilarRecords account_uuid={target.account_uuid} fields={typedOf(draft)} onOpen={onClose} />
        <AccountChoice ref={accountInput} target={target} label={records.account} error={accountError} />
        <ProblemAlert error={accounts.error} onRetry={accounts.refetch} />
        {!isBesideFields && <ProblemAlert error={create.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={cancel}>
            {common.cancel}
          </Button>
          <Button type="submit" loading={create.isPending || accounts.isLoading} disabled={!accounts.data}>
            {clients.create}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** The fields by which the Client may be known already. */
function typedOf(draft: typeof EMPTY): Changes {
  const { kind, name, emails, phones, website } = toFields(
    { ...draft, name: draft.name.trim() },
    '',
  ) as Changes;
  const typed = Object.entries({ kind, name, emails, phones, website }).filter(
    ([, value]) => value !== undefined && value !== '',
  );
  return typed.length > 1 ? Object.fromEntries(typed) : {};
}

function toFields({ email, phone, website, industry, owner_uuid, ...rest }: typeof EMPTY, me: string) {
  return {
    ...rest,
    owner_uuid: (owner_uuid ?? me) || null,
    ...(email === '' ? {} : { emails: [{ value: email, primary: true }] }),
    ...(phone === '' ? {} : { phones: [{ value: phone, primary: true }] }),
    ...(website.trim() === '' ? {} : { website }),
    ...(industry === '' ? {} : { industry }),
  };
}
