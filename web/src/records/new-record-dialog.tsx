import { Button, Group, Stack } from '@mantine/core';
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
import { common } from '../texts/common.ts';
import { records } from '../texts/records.ts';
import type { Changes, RecordData } from './data.ts';
import type { Field } from './fields/field.ts';
import { FieldInput } from './fields/field-input.tsx';
import { choicesOf, kindOf } from './fields/field-types.ts';
import { newFieldsOf, useFirstValues } from './first-values.ts';
import { beginListsAnew } from './list.ts';
import { fieldPart } from './record.ts';
import { AccountChoice, useTargetAccount } from './target-account.tsx';
import { apiPath, fieldOf, type NewProps, queryKey, titleOf, useView } from './view.ts';

/** The dialog of a new record, with the most important fields. The record page has the rest. */
export function NewRecordDialog({ opened, onClose, preset }: NewProps) {
  const { texts } = useView();
  return (
    <Dialog opened={opened} onClose={onClose} title={texts.create} size="lg">
      <Form onClose={onClose} preset={preset ?? {}} />
    </Dialog>
  );
}

function Form({ onClose, preset }: { onClose: () => void; preset: Changes }) {
  const view = useView();
  const fields = newFieldsOf(view).map((name) => fieldOf(view, name)!);
  const target = useTargetAccount();
  const account_uuid = (preset.account_uuid as string | undefined) ?? target.account_uuid;
  const accounts = useAccounts();
  const accountInput = useRef<HTMLInputElement>(null);
  const [accountError, setAccountError] = useState<string | null>(null);
  const draftName = `new-${view.resource}${Object.values(preset).join('')}`;
  const [draft, setDraft, clearDraft] = useDraft<Record<string, string>>(draftName, {});
  const create = useCreate(preset, () => {
    clearDraft();
    onClose();
  });
  const first = useFirstValues(account_uuid);
  const textOf = (field: Field) => draft[field.name] ?? firstText(field, preset, first);
  const [faults, setFaults] = useState<Record<string, string>>({});
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const found = faultsOf(fields, textOf);
    setFaults(found);
    const [faulty] = Object.keys(found);
    if (faulty) return event.currentTarget.querySelector<HTMLElement>(`[data-field="${faulty}"]`)?.focus();
    if (account_uuid !== null) return create.mutate({ account_uuid, ...valuesOf(fields, textOf) });
    setAccountError(view.texts.accountRequired);
    accountInput.current?.focus();
  };
  const errors = fieldErrors(create.error);
  const isBesideFields = create.error instanceof ApiProblem && create.error.errors.length > 0;
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        {fields.map((field, index) => (
          <NewField
            key={field.name}
            field={field}
            text={textOf(field)}
            errors={faults[field.name] ? { [`/${field.name}`]: faults[field.name]! } : errors}
            account_uuid={account_uuid}
            isFirst={index === 0}
            onType={(text) => {
              setFaults({});
              setDraft({ ...draft, [field.name]: text });
            }}
          />
        ))}
        {!preset.account_uuid && (
          <AccountChoice ref={accountInput} target={target} label={records.account} error={accountError} />
        )}
        <ProblemAlert error={accounts.error} onRetry={accounts.refetch} />
        {!isBesideFields && <ProblemAlert error={create.error} />}
        <Group justify="flex-end">
          <Button
            variant="default"
            onClick={() => {
              // Cancel discards the draft. Any other way of closing may be an accident, so the
              // draft stays for the next opening.
              clearDraft();
              onClose();
            }}
          >
            {common.cancel}
          </Button>
          <Button type="submit" loading={create.isPending || accounts.isLoading} disabled={!accounts.data}>
            {view.texts.create}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function NewField(props: {
  field: Field;
  text: string;
  errors: Record<string, string>;
  account_uuid: string | null;
  isFirst: boolean;
  onType: (text: string) => void;
}) {
  const { field, errors, account_uuid } = props;
  const view = useView();
  const own = view.useChoices?.({ account_uuid } as RecordData)[field.name];
  const logins = useLogins().filter((login) => login.account_uuid === account_uuid);
  const users = Object.fromEntries(logins.map(({ user }) => [user.uuid, user.name]));
  const choices = own ?? choicesOf(field, users);
  const mine = Object.entries(errors).filter(([pointer]) => pointer.split('/')[1] === field.name);
  return (
    <FieldInput
      isFirst={props.isFirst}
      kind={kindOf(field, choices)}
      id={field.name}
      label={field.label}
      text={props.text}
      message={mine[0]?.[1] ?? null}
      errors={Object.fromEntries(
        mine.map(([pointer, text]) => [pointer.split('/').slice(2).join('/'), text]),
      )}
      isDisabled={false}
      isRequired={field.isRequired || view.required_fields.includes(field.name)}
      account_uuid={account_uuid}
      onType={props.onType}
      onChoose={props.onType}
    />
  );
}

/** Creates the record. The idempotency key prevents a second one if the request is repeated. */
function useCreate(preset: Changes, onDone: () => void) {
  const view = useView();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [key] = useState(() => crypto.randomUUID());
  return useMutation({
    mutationFn: (body: Changes) =>
      request<{ data: RecordData }>('POST', apiPath(view), {
        body: { ...preset, ...body },
        idempotency_key: key,
      }),
    onSuccess: async ({ data }) => {
      onDone();
      notifyDone(records.created(titleOf(view, data)));
      // A dialog with a preset was opened on the page of another record, and stays there.
      if (Object.keys(preset).length === 0) await navigate({ to: `${view.path}/${data.uuid}` });
      await beginListsAnew(queryClient, view);
      await queryClient.invalidateQueries({ queryKey: queryKey(view) });
      await queryClient.invalidateQueries({ queryKey: ['related'] });
    },
  });
}

function firstText(field: Field, preset: Changes, first: Record<string, string>): string {
  const kind = kindOf(field);
  if (field.name in preset) return kind.toText(preset[field.name] as never);
  return first[field.type] ?? Object.keys(field.choices ?? {})[0] ?? '';
}

/** Returns the faults of the typed texts by field, as they would be in the new record. */
function faultsOf(fields: Field[], textOf: (field: Field) => string): Record<string, string> {
  const typed = Object.fromEntries(fields.map((field) => [field.name, textOf(field)]));
  return Object.fromEntries(
    fields.flatMap((field) => {
      const fault = kindOf(field).fault?.(textOf(field), typed as unknown as RecordData);
      return fault ? [[field.name, fault]] : [];
    }),
  );
}

/** Returns the fields to send, without empty ones. */
function valuesOf(fields: Field[], textOf: (field: Field) => string): Changes {
  const typed = fields.filter((field) => textOf(field) !== '');
  const changes = typed.map((field) =>
    fieldPart(field).put({} as RecordData, kindOf(field).fromText(textOf(field), [] as never)),
  );
  return Object.assign({}, ...changes);
}
