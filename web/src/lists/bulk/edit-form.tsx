import { Button, Checkbox, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { useLogins } from '../../accounts/logins.ts';
import type { RecordData } from '../../fields/data.ts';
import { FieldInput } from '../../fields/inputs/field-input.tsx';
import { choicesOf, FIELD_TYPES } from '../../fields/values/field-types.ts';
import { kindOf } from '../../fields/values/kind-of.ts';
import { fieldOf, useView } from '../../fields/view.ts';
import { useDraft } from '../../layout/draft.ts';
import { SearchedSelect } from '../../layout/searched-select.tsx';
import { records } from '../../texts/records.ts';
import type { Act } from './at-work.ts';
import { actOf, type BulkDraft, isEmpty, mayEmpty, TAGS_TAKEN } from './edit.ts';

type Props = {
  chosen: RecordData[];
  /**
   * Returns true if every record was changed. Otherwise the form keeps its draft for another try.
   */
  onApply: (act: Act) => Promise<boolean>;
};

/** The form that sets one field of many records. */
export function EditForm({ chosen, onApply }: Props) {
  const edit = useEdit(chosen, onApply);
  const { fields, first, field, name, value, isEmptied, kind, fault, choose, type, submit } = edit;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Stack>
        <SearchedSelect
          autoFocus
          data-autofocus
          openOnFocus={false}
          choosesOnLeave
          label={records.field}
          data={fields.flatMap((one) =>
            FIELD_TYPES[one.type].isList
              ? [
                  { value: one.name, label: records.bulkTags },
                  { value: TAGS_TAKEN, label: records.bulkTagsTaken },
                ]
              : [{ value: one.name, label: one.label }],
          )}
          value={name}
          allowDeselect={false}
          onChange={(field) => choose(field!)}
        />
        <FieldInput
          key={name}
          kind={kind}
          id={field.name}
          label={records.value}
          text={value}
          message={fault}
          errors={{}}
          isDisabled={isEmptied}
          account_uuid={first.account_uuid}
          onType={type}
          onChoose={type}
        />
        {mayEmpty(field) && (
          <Checkbox
            label={records.bulkEmpty}
            checked={isEmptied}
            onChange={(event) => edit.empty(event.currentTarget.checked)}
          />
        )}
        <Group justify="flex-end">
          <Button type="submit" disabled={!isEmptied && isEmpty(field, value)}>
            {records.bulkApply}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Returns the fields to choose from, the chosen one, and what is typed for it. */
function useEdit(chosen: Props['chosen'], onApply: Props['onApply']) {
  const view = useView();
  const fields = view.bulk_fields.map((name) => fieldOf(view, name)!);
  const empty = { field: fields[0]!.name, value: '' };
  const [draft, setDraft, clearDraft] = useDraft<BulkDraft>(`bulk-edit-${view.resource}`, empty);
  const { field: name, value, isEmptied = false } = draft;
  const [fault, setFault] = useState<string | null>(null);
  // Kept as state, because the selection may become empty while the dialog closes.
  const [first] = useState(chosen[0]!);
  const field = fieldOf(view, name === TAGS_TAKEN ? 'tags' : name)!;
  const kind = kindOf(field, useChoicesFor(field.name, first));
  const put = (changed: BulkDraft) => {
    setFault(null);
    setDraft(changed);
  };
  const submit = async () => {
    const faults = isEmptied ? [] : chosen.map((record) => kind.fault?.(value, record));
    const found = faults.find(Boolean) ?? null;
    setFault(found);
    if (!found && (await onApply(actOf(field, kind, draft)))) clearDraft();
  };
  return {
    ...{ fields, first, field, name, value, isEmptied, kind, fault, submit },
    choose: (chosen: string) => put({ field: chosen, value: '' }),
    type: (typed: string) => put({ field: name, value: typed }),
    empty: (isEmptied: boolean) => put({ field: name, value: '', isEmptied }),
  };
}

/** Returns the choices of the records' Account, because only its members can be owners. */
function useChoicesFor(name: string, record: RecordData): Record<string, string> | undefined {
  const view = useView();
  const field = fieldOf(view, name)!;
  const own = view.useChoices?.(record)[name];
  const logins = useLogins();
  const members = Object.fromEntries(logins.map(({ user }) => [user.uuid, user.name]));
  return own ?? choicesOf(field, members);
}
