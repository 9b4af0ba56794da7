import { Input, MultiSelect, Select, Textarea, TextInput } from '@mantine/core';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { later } from '../../layout/later.tsx';
import { SearchedSelect } from '../../layout/searched-select.tsx';
import { optionsOf } from '../../layout/standards.ts';
import { withFaces } from '../../layout/with-faces.tsx';
import { common } from '../../texts/common.ts';
import { records } from '../../texts/records.ts';
import type { Field } from '../values/field.ts';
import type { FieldKind } from '../values/field-kinds.ts';
import { FIELD_TYPES } from '../values/field-types.ts';
import { DayInput } from './day-input.tsx';
import { LinksInput } from './links-input.tsx';
import { MentionTextarea } from './mention-textarea.tsx';
import { MoneyInput } from './money-input.tsx';
import { RecordLinksInput } from './record-links-input.tsx';
import { RecordSelect } from './record-select.tsx';
import { AddressesInput, PointsInput } from './rows-input.tsx';

const TagsInput = later(async () => (await import('../tags/tags-input.tsx')).TagsInput);

type Props = {
  kind: FieldKind;
  id: string;
  label: string;
  text: string;
  message: string | null;
  /** Messages by the place in the value, for values with rows. */
  errors: Record<string, string>;
  isDisabled: boolean;
  /**
   * True for a single field in editing. It takes the focus, its label is elsewhere, and a choice is
   * saved at once.
   */
  isAlone?: boolean;
  isRequired?: boolean;
  /** True for the first input of a dialog, which takes the focus. */
  isFirst?: boolean;
  account_uuid?: string | null;
  onType: (text: string) => void;
  onChoose: (text: string) => void;
  onSubmit?: () => void;
  onLeave?: () => void;
};

const ROWS = { points: PointsInput, addresses: AddressesInput, links: LinksInput };

/** The input of a field, by the kind of its value. */
export function FieldInput(props: Props) {
  const { kind, id, label, text, errors, isDisabled, account_uuid, onType } = props;
  const press = keysOf(props);
  const shared = useShared(props, press);
  if (kind.input === 'reference') return <ReferenceInput {...props} shared={shared} />;
  if (kind.input === 'date')
    return (
      <DayInput
        {...shared}
        withTime={isTimed(kind.field)}
        isAlone={props.isAlone ?? false}
        onChange={onType}
      />
    );
  if (kind.input === 'choices') return <ChoicesInput {...props} shared={shared} />;
  if (kind.input === 'tags') {
    const { ref: _, ...input } = shared;
    const account = account_uuid ?? null;
    return (
      <TagsInput
        {...input}
        text={text}
        account_uuid={account}
        isAlone={props.isAlone ?? false}
        onType={onType}
      />
    );
  }
  if (kind.input === 'money') {
    return <MoneyInput {...shared} account_uuid={account_uuid} onChange={onType} />;
  }
  if (kind.input) {
    const isOfSeveralKinds = kind.input === 'links' && kind.field?.to === undefined;
    const RowsInput = isOfSeveralKinds ? RecordLinksInput : ROWS[kind.input];
    const rows = { id, label, text, errors, isDisabled, onType, field: kind.field, account_uuid };
    const input = <RowsInput {...rows} isAlone={props.isAlone} onKeyDown={press} />;
    return props.isAlone ? (
      input
    ) : (
      <Input.Wrapper label={label} component="div" withAsterisk={props.isRequired ?? false}>
        {input}
      </Input.Wrapper>
    );
  }
  if (kind.choices) return <ChoiceInput {...props} shared={shared} />;
  if (!kind.isMultiline)
    return <TextInput {...shared} onChange={(event) => onType(event.currentTarget.value)} />;
  const lines = { autosize: true, minRows: kind.minRows ?? 2, maxRows: 20 };
  if (kind.field?.namesPeople && account_uuid)
    return <MentionTextarea {...shared} {...lines} account_uuid={account_uuid} onChange={onType} />;
  return <Textarea {...shared} {...lines} onChange={(event) => onType(event.currentTarget.value)} />;
}

/** True for a day that may have a time. */
function isTimed(field: Field | undefined): boolean {
  return field !== undefined && (field.time !== undefined || FIELD_TYPES[field.type].hasTime === true);
}

function keysOf({ kind, onSubmit, onLeave }: Props) {
  return (event: KeyboardEvent) => {
    // An input method, for example for Japanese, uses these keys itself.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') onLeave?.();
    // In a list of choices, Enter only chooses. It does not save.
    if (kind.choices || kind.input === 'reference') return;
    if (!onSubmit || event.key !== 'Enter') return;
    if (kind.isMultiline && !event.ctrlKey && !event.metaKey) return;
    // Otherwise the same press would also reach the button that takes the focus after the save.
    event.preventDefault();
    onSubmit();
  };
}

/** Returns the properties that all inputs share. */
function useShared(props: Props, onKeyDown: (event: KeyboardEvent) => void) {
  const { kind, label, text, message, isDisabled, isAlone = false } = props;
  const input = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const isRefused = isAlone && message !== null && !isDisabled;
  // After a refusal the input takes the focus again. It lost it when it was disabled for saving.
  useEffect(() => {
    if (isRefused) input.current?.focus();
  }, [isRefused]);
  return {
    ref: input,
    ...(isAlone ? { 'aria-label': label } : { label }),
    required: props.isRequired ?? false,
    'data-field': props.id,
    'data-autofocus': props.isFirst || undefined,
    description: kind.hint,
    value: text,
    error: message,
    disabled: isDisabled,
    autoFocus: isAlone,
    size: 'sm' as const,
    onKeyDown,
  };
}

type Shared = { shared: ReturnType<typeof useShared> };

function ChoiceInput({ kind, label, text, isAlone = false, onChoose, shared }: Props & Shared) {
  const data = offered(kind, text.split(','));
  const select = {
    ...shared,
    value: text || null,
    data,
    ...(kind.field && FIELD_TYPES[kind.field.type].isMember && withFaces(data, text)),
    allowDeselect: false,
    clearable: kind.isClearable,
    clearButtonProps: {
      'aria-label': records.clearField(label),
      'aria-hidden': false,
      tabIndex: 0,
      size: '1.5rem',
    },
    defaultDropdownOpened: isAlone,
    // Unlike `onChange`, this also happens when the User chooses the present value, which closes
    // the input.
    onOptionSubmit: onChoose,
    onClear: () => onChoose(''),
  };
  // Leaving a single input must not choose, because the User may be pressing Cancel beside it.
  return kind.isSearchable ? (
    <SearchedSelect {...select} choosesOnLeave={!isAlone} />
  ) : (
    <Select {...select} />
  );
}

function ChoicesInput({ kind, text, isAlone = false, onType, shared }: Props & Shared) {
  const chosen = text === '' ? [] : text.split(',');
  const { ref: _, ...input } = shared;
  return (
    <MultiSelect
      {...input}
      value={chosen}
      data={offered(kind, chosen)}
      searchable
      clearable
      nothingFoundMessage={common.noChoice}
      // The buttons below stay in reach.
      comboboxProps={{ withinPortal: !isAlone }}
      onChange={(keys) => onType(keys.join(','))}
    />
  );
}

/** Returns the options to choose from: archived ones only if they are chosen already. */
function offered({ choices = {}, field }: FieldKind, chosen: string[]) {
  const options = optionsOf(choices, chosen.length === 1 ? chosen[0] : '');
  return options.filter(({ value }) => !field?.archived?.includes(value) || chosen.includes(value));
}

function ReferenceInput({ kind, text, account_uuid, onChoose, shared }: Props & Shared) {
  const { description: _, size: __, ref: ___, ...input } = shared;
  return (
    <RecordSelect
      {...input}
      to={[kind.field!.to!]}
      value={text === '' ? null : { resource: kind.field!.to!, uuid: text }}
      account_uuid={account_uuid ?? null}
      onChange={(chosen) => onChoose(chosen?.uuid ?? '')}
    />
  );
}
