import { Button, Group, Select, Stack } from '@mantine/core';
import { useState } from 'react';
import { useLogins } from '../../accounts/logins.ts';
import { useDraft } from '../../layout/draft.ts';
import { records } from '../../texts/records.ts';
import type { Changes, RecordData } from '../data.ts';
import { FieldInput } from '../fields/field-input.tsx';
import { toTags } from '../fields/field-kinds.ts';
import { choicesOf, FIELD_TYPES } from '../fields/field-types.ts';
import { kindOf } from '../fields/kind-of.ts';
import { fieldPart } from '../record.ts';
import { withoutTags } from '../tags/use-tags.ts';
import { fieldOf, useView } from '../view.ts';

type Props = {
  chosen: RecordData[];
  /**
   * Returns true if every record was changed. Otherwise the form keeps its draft for another try.
   */
  onApply: (changesOf: (record: RecordData) => Changes) => Promise<boolean>;
};

/** The form that sets one field of many records. */
export function EditForm({ chosen, onApply }: Props) {
  const view = useView();
  const fields = view.bulk_fields.map((name) => fieldOf(view, name)!);
  const empty = { field: fields[0]!.name, value: '' };
  const [{ field: name, value }, setDraft, clearDraft] = useDraft(`bulk-edit-${view.resource}`, empty);
  const [fault, setFault] = useState<string | null>(null);
  // Kept as state, because the selection may become empty while the dialog closes.
  const [first] = useState(chosen[0]!);
  const field = fieldOf(view, name === TAGS_TAKEN ? 'tags' : name)!;
  const choices = useChoicesFor(field.name, first);
  const kind = kindOf(field, choices);
  const { isList } = FIELD_TYPES[field.type];
  const type = (typed: string) => {
    setFault(null);
    setDraft({ field: name, value: typed });
  };
  const submit = async () => {
    const found = chosen.map((record) => kind.fault?.(value, record)).find(Boolean) ?? null;
    setFault(found);
    if (found) return;
    const changesOf = (record: RecordData): Changes =>
      isList
        ? { tags: withTags(record.tags, toTags(value), name === TAGS_TAKEN) }
        : fieldPart(field).put(record, kind.fromText(value, fieldPart(field).of(record) as never));
    if (await onApply(changesOf)) clearDraft();
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Stack>
        <Select
          autoFocus
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
          onChange={(field) => {
            setFault(null);
            setDraft({ field: field!, value: '' });
          }}
        />
        <FieldInput
          key={name}
          kind={kind}
          id={field.name}
          label={records.value}
          text={value}
          message={fault}
          errors={{}}
          isDisabled={false}
          account_uuid={first.account_uuid}
          onType={type}
          onChoose={type}
        />
        <Group justify="flex-end">
          <Button type="submit" disabled={(isList ? toTags(value).join() : value) === ''}>
            {records.bulkApply}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** The choice that removes tags. No field has this name. */
const TAGS_TAKEN = 'tags taken away';

function withTags(tags: string[], named: string[], isTaken: boolean): string[] {
  return isTaken ? withoutTags(tags, named) : [...tags, ...withoutTags(named, tags)];
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
