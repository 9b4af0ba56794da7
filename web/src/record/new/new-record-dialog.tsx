import { Button, Group, Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useRef, useState } from 'react';
import { useAccounts } from '../../accounts/current-account.ts';
import { ApiProblem, request } from '../../api/request.ts';
import { beginListsAnew } from '../../fields/cached-lists.ts';
import type { Changes, RecordData } from '../../fields/data.ts';
import { useViewIn } from '../../fields/declared-fields.ts';
import { HolderLink, holderIn } from '../../fields/editing/holder-link.tsx';
import { AccountChoice, useTargetAccount } from '../../fields/target-account.tsx';
import type { Field } from '../../fields/values/field.ts';
import { apiPath, fieldOf, type NewProps, queryKey, titleOf, useView } from '../../fields/view.ts';
import { Dialog } from '../../layout/dialog.tsx';
import { fieldErrors, useDraft } from '../../layout/draft.ts';
import { notifyDone } from '../../layout/notify.ts';
import { ProblemAlert } from '../../layout/problem-alert.tsx';
import { common } from '../../texts/common.ts';
import { records } from '../../texts/records.ts';
import { newFieldsOf, useFirstValues } from './first-values.ts';
import { NewField, OwnFields } from './new-fields.tsx';
import { errorsOf, faultsOf, firstText, knownBy, ownFieldsOf, type TextOf, valuesOf } from './new-values.ts';
import { SimilarRecords } from './similar.tsx';

const NOTHING = {};

/** The dialog of a new record, with the most important fields. The record page has the rest. */
export function NewRecordDialog({ opened, onClose, preset = NOTHING, isFollowed }: NewProps) {
  const { texts } = useView();
  return (
    <Dialog opened={opened} onClose={onClose} title={texts.create} size="lg">
      <Form onClose={onClose} preset={preset} isFollowed={isFollowed ?? preset === NOTHING} />
    </Dialog>
  );
}

type Form = ReturnType<typeof useForm>;

function Form({
  onClose,
  preset,
  isFollowed,
}: {
  onClose: () => void;
  preset: Changes;
  isFollowed: boolean;
}) {
  const form = useForm(preset, isFollowed, onClose);
  const { view, account_uuid, usual, own, textOf, errors, type, create } = form;
  const shared = { errors, account_uuid };
  const holder = holderIn(create.error);
  const isBesideFields = create.error instanceof ApiProblem && create.error.errors.length > 0;
  return (
    <form onSubmit={form.submit}>
      <Stack gap="sm">
        <div className="new-fields">
          {usual.map((field, index) => (
            <NewField
              {...shared}
              key={field.name}
              field={field}
              text={textOf(field)}
              isFirst={index === 0}
              onType={(text) => type(field, text)}
            />
          ))}
        </div>
        <OwnFields {...shared} fields={own} textOf={textOf} onType={type} />
        {view.isMatched && (
          <SimilarRecords
            account_uuid={account_uuid}
            fields={knownBy(view, valuesOf([...usual, ...own], textOf))}
            onOpen={onClose}
          />
        )}
        {!preset.account_uuid && (
          <AccountChoice
            ref={form.accountInput}
            target={form.target}
            label={records.account}
            error={form.accountError}
          />
        )}
        {!isBesideFields && <ProblemAlert error={create.error} />}
        {holder && <HolderLink uuid={holder} onOpen={onClose} />}
        <Buttons form={form} onClose={onClose} />
      </Stack>
    </form>
  );
}

function Buttons({ form, onClose }: { form: Form; onClose: () => void }) {
  const accounts = useAccounts();
  return (
    <>
      <ProblemAlert error={accounts.error} onRetry={accounts.refetch} />
      <Group justify="flex-end">
        <Button
          variant="default"
          onClick={() => {
            // Cancel discards the draft. Any other way of closing may be an accident, so the draft
            // stays for the next opening.
            form.clear();
            onClose();
          }}
        >
          {common.cancel}
        </Button>
        <Button type="submit" loading={form.create.isPending || accounts.isLoading} disabled={!accounts.data}>
          {form.view.texts.create}
        </Button>
      </Group>
    </>
  );
}

/** Returns the state of the form: its fields, what is typed into them, and how it is sent. */
function useForm(preset: Changes, isFollowed: boolean, onDone: () => void) {
  const target = useTargetAccount();
  const account_uuid = (preset.account_uuid as string | undefined) ?? target.account_uuid;
  const view = useViewIn(account_uuid);
  const usual = newFieldsOf(view).map((name) => fieldOf(view, name)!);
  const own = account_uuid === null ? [] : ownFieldsOf(view);
  const fields = [...usual, ...own];
  const accountInput = useRef<HTMLInputElement>(null);
  const [accountError, setAccountError] = useState<string | null>(null);
  const draftName = `new-${view.resource}${Object.values(preset).join('')}`;
  const [draft, setDraft, clear] = useDraft<Record<string, string>>(draftName, {});
  const create = useCreate(preset, isFollowed, () => {
    clear();
    onDone();
  });
  const first = useFirstValues(account_uuid);
  const textOf: TextOf = (field) => draft[field.name] ?? firstText(field, preset, first);
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
  const type = (field: Field, text: string) => {
    setFaults({});
    setDraft({ ...draft, [field.name]: text });
  };
  const found = errorsOf(fields, faults);
  const errors = Object.keys(found).length > 0 ? found : fieldErrors(create.error);
  return {
    ...{ view, target, account_uuid, usual, own, textOf, errors },
    ...{ accountInput, accountError, type, submit, create, clear },
  };
}

/** Creates the record. The idempotency key prevents a second one if the request is repeated. */
function useCreate(preset: Changes, isFollowed: boolean, onDone: () => void) {
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
      // A dialog that was opened on the page of another record stays there.
      if (isFollowed) await navigate({ to: `${view.path}/${data.uuid}` });
      await beginListsAnew(queryClient, view);
      await queryClient.invalidateQueries({ queryKey: queryKey(view) });
      await queryClient.invalidateQueries({ queryKey: ['related'] });
    },
  });
}
