import type { CustomField } from '@rapport/contract/custom-fields';
import { hasOptions } from '@rapport/contract/records/declared-fields';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { isMismatch, request } from '../api/request.ts';
import { Dialog } from '../layout/dialog.tsx';
import { fieldErrors, useDraft } from '../layout/draft.ts';
import { Form } from '../layout/form.tsx';
import { notifyDone } from '../layout/notify.ts';
import { customFields as texts } from '../texts/custom-fields.ts';
import { Collisions } from './collisions.tsx';
import type { Tried } from './failing-file.ts';
import { changedBy, createdBy, draftOf, emptyDraft, type FieldDraft, optionsOf } from './field-draft.ts';
import { GroupInput, KeyInput, RulesInputs, TypeInputs, WordsInputs } from './field-inputs.tsx';
import { Fit } from './fit.tsx';
import { OptionsEditor } from './options-editor.tsx';
import { useFieldsChanged } from './use-fields.ts';

const PATH = '/api/v2/custom-fields';

type Place = { account_uuid: string; resource: string };

/** The dialog of a new field. With `used` it is about a key that records have already. */
export function NewFieldDialog(props: {
  place: Place;
  used: string | null;
  opened: boolean;
  onClose: () => void;
}) {
  const { used, opened, onClose } = props;
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={used === null ? texts.create : texts.makingFieldOf(used)}
      size="lg"
    >
      <NewFieldForm {...props} />
    </Dialog>
  );
}

function NewFieldForm({ place, used, onClose }: { place: Place; used: string | null; onClose: () => void }) {
  const name = `new-field-${place.account_uuid}-${place.resource}-${used ?? ''}`;
  const [draft, setDraft, forget] = useDraft<FieldDraft>(name, emptyDraft(used ?? ''));
  const [key, setKey] = useState(() => crypto.randomUUID());
  const isChanged = useFieldsChanged();
  const create = useMutation({
    mutationFn: () => {
      const body = createdBy(draft, place.account_uuid, place.resource);
      return request<{ data: CustomField }>('POST', PATH, { body, idempotency_key: key });
    },
    onSuccess: async ({ data }) => {
      forget();
      onClose();
      notifyDone(texts.created(data.label));
      await isChanged();
    },
    onError: () => setKey(crypto.randomUUID()),
  });
  const errors = fieldErrors(create.error);
  const inputs = {
    draft,
    errors,
    onChange: (changes: Partial<FieldDraft>) => setDraft({ ...draft, ...changes }),
  };
  return (
    <Form
      gap="sm"
      mutation={create}
      error={unlessBeside(create.error)}
      label={texts.save}
      onCancel={() => {
        forget();
        onClose();
      }}
    >
      <WordsInputs {...inputs} />
      <KeyInput {...inputs} isFixed={used !== null} />
      <TypeInputs {...inputs} {...(used !== null && { used: { ...place, key: used } })} />
      {draft.key.trim() !== '' && <TriedFit draft={draft} place={place} onChange={inputs.onChange} />}
      <GroupInput {...inputs} place={place} />
      <RulesInputs {...inputs} />
      <Collisions error={create.error} resource={place.resource} />
    </Form>
  );
}

/** The dialog that changes all of a field but its key and its type. */
export function EditFieldDialog(props: { field: CustomField; opened: boolean; onClose: () => void }) {
  const { field, opened, onClose } = props;
  return (
    <Dialog opened={opened} onClose={onClose} title={texts.editOf(field.label)} size="lg">
      <EditFieldForm field={field} onClose={onClose} />
    </Dialog>
  );
}

function EditFieldForm({ field, onClose }: { field: CustomField; onClose: () => void }) {
  const [draft, setDraft] = useState(() => draftOf(field));
  const [opened] = useState(field.version);
  // Who was told of the change of somebody else may write over it.
  const [isTold, setIsTold] = useState(false);
  const isChanged = useFieldsChanged();
  const save = useMutation({
    mutationFn: () => {
      const version = isTold ? field.version : opened;
      const options = { body: changedBy(draft), version };
      return request<{ data: CustomField }>('PATCH', `${PATH}/${field.uuid}`, options);
    },
    onSuccess: async ({ data }) => {
      onClose();
      notifyDone(texts.saved(data.label));
      await isChanged();
    },
    onError: (refusal) => {
      setIsTold(isMismatch(refusal));
      void isChanged();
    },
  });
  const errors = fieldErrors(save.error);
  const inputs = {
    draft,
    errors,
    onChange: (changes: Partial<FieldDraft>) => setDraft({ ...draft, ...changes }),
  };
  return (
    <Form gap="sm" mutation={save} error={unlessBeside(save.error)} label={texts.save} onCancel={onClose}>
      <WordsInputs {...inputs} />
      <KeyInput {...inputs} isFixed />
      {hasOptions(field.type) && (
        <OptionsEditor
          options={draft.options}
          errors={errors}
          onChange={(options) => inputs.onChange({ options })}
        />
      )}
      <GroupInput {...inputs} place={field} />
      <RulesInputs {...inputs} />
      <Collisions error={save.error} resource={field.resource} />
      <Fit tried={asItIs(field)} failing="keep" onFailing={null} />
    </Form>
  );
}

/** The field as it is, to show which values of records do not fit it. */
function asItIs({ account_uuid, resource, key, type, options }: CustomField): Tried {
  return { account_uuid, resource, key, type, ...(options.length > 0 && { options }) };
}

/** The dialog that gives a field another type, after a look at the values. */
export function ConvertDialog(props: { field: CustomField; opened: boolean; onClose: () => void }) {
  const { field, opened, onClose } = props;
  return (
    <Dialog opened={opened} onClose={onClose} title={texts.convertOf(field.label)} size="lg">
      <ConvertForm field={field} onClose={onClose} />
    </Dialog>
  );
}

function ConvertForm({ field, onClose }: { field: CustomField; onClose: () => void }) {
  const [draft, setDraft] = useState(() => draftOf(field));
  const [key, setKey] = useState(() => crypto.randomUUID());
  const isChanged = useFieldsChanged();
  const { account_uuid, resource } = field;
  const convert = useMutation({
    mutationFn: () => {
      const { type, failing } = draft;
      const options = optionsOf(draft);
      const body = { type, failing, ...(options.length > 0 && { options }) };
      return request('POST', `${PATH}/${field.uuid}/convert`, { body, idempotency_key: key });
    },
    onSuccess: async () => {
      onClose();
      notifyDone(texts.isConverted(field.label));
      await isChanged();
    },
    onError: () => setKey(crypto.randomUUID()),
  });
  const errors = fieldErrors(convert.error);
  const onChange = (changes: Partial<FieldDraft>) => setDraft({ ...draft, ...changes });
  const place = { account_uuid, resource };
  return (
    <Form
      gap="sm"
      mutation={convert}
      error={unlessBeside(convert.error)}
      label={texts.convert}
      isDisabled={draft.type === field.type}
      onCancel={onClose}
    >
      <TypeInputs draft={draft} errors={errors} onChange={onChange} used={{ ...place, key: field.key }} />
      {draft.type !== field.type && <TriedFit draft={draft} place={place} onChange={onChange} />}
    </Form>
  );
}

/** Which values of the records fit. A choice needs an option first. */
function TriedFit(props: {
  draft: FieldDraft;
  place: Place;
  onChange: (changes: Partial<FieldDraft>) => void;
}) {
  const { draft, place, onChange } = props;
  const options = optionsOf(draft);
  if (hasOptions(draft.type) && options.length === 0) return null;
  const tried: Tried = {
    ...place,
    key: draft.key.trim(),
    type: draft.type,
    ...(options.length > 0 && { options }),
  };
  return <Fit tried={tried} failing={draft.failing} onFailing={(failing) => onChange({ failing })} />;
}

/** Returns a refusal unless the inputs show all of it. */
function unlessBeside(error: unknown): unknown {
  const pointers = Object.keys(fieldErrors(error));
  const isBeside = pointers.every((one) => /^\/(label|help|group_name|key|type|unique|options)\b/.test(one));
  return pointers.length > 0 && isBeside ? null : error;
}
