import { Autocomplete, Button, Checkbox, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import {
  CUSTOM_FIELD_TYPES,
  type CustomFieldType,
  hasOptions,
  mayBeUnique,
} from '@rapport/contract/records/declared-fields';
import { useMutation } from '@tanstack/react-query';
import { notifyProblem } from '../layout/notify.ts';
import { customFields as texts } from '../texts/custom-fields.ts';
import { valuesUnder } from './failing-file.ts';
import { type FieldDraft, newOption } from './field-draft.ts';
import { OptionsEditor } from './options-editor.tsx';
import { useFields } from './use-fields.ts';

type Props = {
  draft: FieldDraft;
  errors: Record<string, string>;
  onChange: (changes: Partial<FieldDraft>) => void;
};

/** The name of a field, the hint for it, and what its values must be. */
export function WordsInputs({ draft, errors, onChange }: Props) {
  return (
    <>
      <TextInput
        label={texts.label}
        required
        data-autofocus
        value={draft.label}
        error={errors['/label']}
        onChange={(event) => onChange({ label: event.currentTarget.value })}
      />
      <TextInput
        label={texts.help}
        description={texts.helpHint}
        value={draft.help}
        error={errors['/help']}
        onChange={(event) => onChange({ help: event.currentTarget.value })}
      />
    </>
  );
}

/** The group of a field on the page of a record. It offers those of the other fields. */
export function GroupInput(props: Props & { place: { account_uuid: string; resource: string } }) {
  const { draft, errors, onChange, place } = props;
  const { fields = [] } = useFields(place.account_uuid, place.resource);
  const groups = fields.flatMap(({ group_name }) => group_name ?? []);
  return (
    <Autocomplete
      label={texts.group}
      description={texts.groupHint}
      data={[...new Set(groups)]}
      value={draft.group_name}
      error={errors['/group_name']}
      onChange={(group_name) => onChange({ group_name })}
    />
  );
}

export function RulesInputs({ draft, errors, onChange }: Props) {
  return (
    <Stack gap="xs">
      <Checkbox
        label={texts.required}
        description={texts.requiredHint}
        checked={draft.required}
        onChange={(event) => onChange({ required: event.currentTarget.checked })}
      />
      {mayBeUnique(draft.type) && (
        <Checkbox
          label={texts.unique}
          description={texts.uniqueHint}
          checked={draft.unique}
          error={errors['/unique'] && texts.notUnique}
          onChange={(event) => onChange({ unique: event.currentTarget.checked })}
        />
      )}
    </Stack>
  );
}

const TYPES = CUSTOM_FIELD_TYPES.map((value) => ({ value, label: texts.types[value] }));

/** The type of a field, and the options of a choice. `used` are the records with its key. */
export function TypeInputs(
  props: Props & { used?: { account_uuid: string; resource: string; key: string } },
) {
  const { draft, errors, onChange, used } = props;
  return (
    <>
      <Select
        label={texts.type}
        data={TYPES}
        value={draft.type}
        allowDeselect={false}
        error={errors['/type']}
        onChange={(type) => onChange({ type: type as CustomFieldType })}
      />
      {hasOptions(draft.type) && (
        <OptionsEditor
          options={draft.options}
          errors={errors}
          onChange={(options) => onChange({ options })}
        />
      )}
      {hasOptions(draft.type) && used && <TakeValues {...props} used={used} />}
    </>
  );
}

/** Makes options of what records have under the key already. */
function TakeValues({ draft, onChange, used }: Props & { used: Parameters<typeof valuesUnder>[0] }) {
  const take = useMutation({
    mutationFn: () => valuesUnder(used),
    onSuccess: (values) => {
      const known = draft.options.flatMap(({ key, label }) => [key, label.trim().toLowerCase()]);
      const missing = values.filter((value) => value !== '' && !known.includes(value.toLowerCase()));
      const options = [...draft.options];
      for (const label of missing) options.push(newOption(options, label));
      onChange({ options });
    },
    onError: notifyProblem,
  });
  return (
    <Group>
      <Button size="compact-sm" variant="default" loading={take.isPending} onClick={() => take.mutate()}>
        {texts.takeValues}
      </Button>
    </Group>
  );
}

/** The key of a new field. One that records have already is only shown. */
export function KeyInput({ draft, errors, onChange, isFixed }: Props & { isFixed: boolean }) {
  if (isFixed) {
    return (
      <Text size="sm">
        {texts.key}: <code className="break-anywhere">{draft.key}</code>
      </Text>
    );
  }
  return (
    <TextInput
      label={texts.key}
      description={texts.keyHint}
      value={draft.key}
      error={errors['/key']}
      onChange={(event) => onChange({ key: event.currentTarget.value })}
    />
  );
}
