import { Button, Group, Select, Stack, TextInput } from '@mantine/core';
import { useLogins } from '../../accounts/logins.ts';
import { useDraft } from '../../layout/draft.ts';
import { records } from '../../texts/records.ts';
import type { Changes, RecordData } from '../data.ts';
import { kindOf, toTags } from '../fields/field-kinds.ts';
import { choicesOf, optionsOf } from '../fields/standard-choices.ts';
import { fieldOf, useView } from '../view.ts';

type Apply = (changesOf: (record: RecordData) => Changes) => Promise<boolean>;

/** `onApply` says whether every record was changed; if not, what was typed is kept for another try. */
export function EditForm({ onApply }: { onApply: Apply }) {
  const view = useView();
  const fields = view.bulk_fields.map((name) => fieldOf(view, name)!);
  const empty = { field: fields[0]!.name, value: '' };
  const [{ field: name, value }, setDraft, clearDraft] = useDraft(`bulk-edit-${view.resource}`, empty);
  const isTaken = name === TAGS_TAKEN;
  const field = fieldOf(view, isTaken ? 'tags' : name)!;
  const isTags = field.type === 'tags';
  const submit = async () => {
    const isWhole = await onApply((record) =>
      isTags
        ? {
            tags: isTaken
              ? without(record.tags, toTags(value))
              : [...new Set([...record.tags, ...toTags(value)])],
          }
        : { [name]: kindOf(field).fromText(value, record[name] as never) },
    );
    if (isWhole) clearDraft();
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
          label={records.field}
          data={fields.flatMap((one) =>
            one.type === 'tags'
              ? [
                  { value: one.name, label: records.bulkTags },
                  { value: TAGS_TAKEN, label: records.bulkTagsTaken },
                ]
              : [{ value: one.name, label: one.label }],
          )}
          value={name}
          allowDeselect={false}
          onChange={(chosen) => setDraft({ field: chosen!, value: '' })}
        />
        <ValueInput
          name={field.name}
          value={value}
          onChange={(typed) => setDraft({ field: name, value: typed })}
        />
        <Group justify="flex-end">
          <Button type="submit" disabled={(isTags ? toTags(value).join() : value) === ''}>
            {records.bulkApply}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** The choice to take tags away; no field has such a name. */
const TAGS_TAKEN = 'tags taken away';

function without(tags: string[], taken: string[]): string[] {
  return tags.filter((tag) => !taken.includes(tag));
}

function ValueInput(props: { name: string; value: string; onChange: (value: string) => void }) {
  const field = fieldOf(useView(), props.name)!;
  const logins = useLogins();
  const owners = Object.fromEntries(logins.map(({ user }) => [user.uuid, user.name]));
  const choices = field.type === 'user' ? owners : choicesOf(field);
  if (choices) {
    return (
      <Select
        label={records.value}
        required
        data={optionsOf(choices)}
        searchable
        nothingFoundMessage={records.noChoice}
        value={props.value || null}
        onChange={(chosen) => props.onChange(chosen ?? '')}
      />
    );
  }
  return (
    <TextInput
      label={records.value}
      description={field.type === 'tags' ? records.tagsHint : undefined}
      required
      value={props.value}
      onChange={(event) => props.onChange(event.currentTarget.value)}
    />
  );
}
