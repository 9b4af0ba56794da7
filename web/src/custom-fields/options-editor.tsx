import { ActionIcon, Button, ColorSwatch, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { OPTION_COLORS } from '@rapport/contract/custom-fields';
import { CrossIcon } from '../layout/icons.tsx';
import { moved } from '../layout/moved.ts';
import { UpAndDown } from '../layout/up-and-down.tsx';
import { customFields as texts } from '../texts/custom-fields.ts';
import { newOption, type OptionDraft } from './field-draft.ts';

/**
 * The options of a choice: their names, colours and order. One that is saved can only be archived.
 */
export function OptionsEditor(props: {
  options: OptionDraft[];
  errors: Record<string, string>;
  onChange: (options: OptionDraft[]) => void;
}) {
  const { options, errors, onChange } = props;
  const change = (index: number, changes: Partial<OptionDraft>) =>
    onChange(options.map((option, each) => (each === index ? { ...option, ...changes } : option)));
  return (
    <Stack gap={6} component="fieldset" className="plain-fieldset">
      <Text component="legend" size="sm" fw="bold">
        {texts.options}
      </Text>
      {errors['/options'] && (
        <Text size="xs" c="var(--mantine-color-error)" role="alert">
          {errors['/options']}
        </Text>
      )}
      {options.map((option, index) => (
        <Option
          key={option.id}
          option={option}
          index={index}
          count={options.length}
          error={errors[`/options/${index}/label`] ?? errors[`/options/${index}/key`]}
          onChange={(changes) => change(index, changes)}
          onMove={(to) => onChange(moved(options, index, to))}
          onRemove={() => onChange(options.filter((_, each) => each !== index))}
        />
      ))}
      <Group>
        <Button size="compact-sm" variant="subtle" onClick={() => onChange([...options, newOption(options)])}>
          {texts.addOption}
        </Button>
      </Group>
    </Stack>
  );
}

const COLOURS = OPTION_COLORS.map((value) => ({ value, label: texts.colours[value]! }));

function Option(props: {
  option: OptionDraft;
  index: number;
  count: number;
  error: string | undefined;
  onChange: (changes: Partial<OptionDraft>) => void;
  onMove: (to: number) => void;
  onRemove: () => void;
}) {
  const { option, index, count, onChange, onMove } = props;
  const name = option.label.trim() || texts.option(index + 1);
  return (
    <Group gap={6} align="start" className="option-row">
      <TextInput
        className="grow"
        aria-label={texts.option(index + 1)}
        required
        autoFocus={option.key === undefined && option.label === ''}
        value={option.label}
        error={props.error}
        description={option.archived ? texts.optionArchived : undefined}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        onChange={(event) => onChange({ label: event.currentTarget.value })}
      />
      <Select
        aria-label={`${name}: ${texts.colour}`}
        w="7.5rem"
        data={COLOURS}
        value={option.color ?? 'gray'}
        allowDeselect={false}
        leftSection={<ColorSwatch size={14} color={`var(--mantine-color-${option.color ?? 'gray'}-5)`} />}
        onChange={(color) => onChange({ color: color as OptionDraft['color'] })}
      />
      <Group gap={0} wrap="nowrap" h={36}>
        <UpAndDown
          name={name}
          texts={texts}
          onUp={index === 0 ? null : () => onMove(index - 1)}
          onDown={index === count - 1 ? null : () => onMove(index + 1)}
        />
        <End {...props} name={name} />
      </Group>
    </Group>
  );
}

/** Removes an option that is not saved yet, archives a saved one, or brings it back. */
function End({ option, name, onChange, onRemove }: Parameters<typeof Option>[0] & { name: string }) {
  if (option.key === undefined)
    return (
      <ActionIcon variant="subtle" color="gray" aria-label={texts.removeOption(name)} onClick={onRemove}>
        <CrossIcon />
      </ActionIcon>
    );
  return (
    <Button
      size="compact-xs"
      variant="subtle"
      aria-label={option.archived ? texts.optionIsBack(name) : texts.archiveOption(name)}
      onClick={() => onChange({ archived: !option.archived })}
    >
      {option.archived ? texts.bringBack : texts.archive}
    </Button>
  );
}
