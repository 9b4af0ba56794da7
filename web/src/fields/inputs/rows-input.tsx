import { ActionIcon, Autocomplete, Button, Group, Paper, Radio, Stack, Text, TextInput } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { CrossIcon } from '../../layout/icons.tsx';
import { SearchedSelect } from '../../layout/searched-select.tsx';
import { countries, optionsOf } from '../../layout/standards.ts';
import { records } from '../../texts/records.ts';
import type { FieldInputProps } from '../values/field-kinds.ts';
import { FIELD_TYPES } from '../values/field-types.ts';
import {
  type Address,
  isAddress,
  type Point,
  readRows,
  sentIndex,
  toRowsText,
  withPrimary,
  withRow,
} from '../values/rows.ts';

type Row = Point | Address;

/**
 * The input of e-mail addresses or phone numbers. Each is a row with its value, its purpose, and a
 * mark for the primary one.
 */
export function PointsInput(props: FieldInputProps) {
  const isMail = props.field !== undefined && !FIELD_TYPES[props.field.type].isCalled;
  return (
    <Rows<Point>
      {...props}
      empty={{ value: '' }}
      isBlank={({ value }) => value.trim() === ''}
      add={isMail ? records.addEmail : records.addPhone}
      render={(point, change, at) => (
        <Group gap={6} wrap="nowrap" align="start">
          <TextInput
            {...at.input('value')}
            className="grow"
            value={point.value}
            // Not of type email, because browsers rewrite a domain with an umlaut in such an input.
            inputMode={isMail ? 'email' : 'tel'}
            onChange={(event) => change({ value: event.currentTarget.value })}
          />
          <LabelInput row={point} change={change} at={at} />
        </Group>
      )}
    />
  );
}

/** The input of postal addresses, by their parts. */
export function AddressesInput(props: FieldInputProps) {
  return (
    <Rows<Address>
      {...props}
      empty={{}}
      isBlank={(row) => !isAddress(row)}
      add={records.addAddress}
      render={(address, change, at) => (
        <Stack gap={6}>
          <Part name="street" row={address} change={change} at={at} />
          <Group gap={6} align="start">
            <Part name="postal_code" row={address} change={change} at={at} className="address-part" />
            <Part name="city" row={address} change={change} at={at} className="address-part" />
          </Group>
          <Group gap={6} align="start">
            <Part name="region" row={address} change={change} at={at} className="address-part" />
            <SearchedSelect
              {...at.input('country')}
              className="address-part"
              label={records.addressParts.country}
              data={optionsOf(countries(), address.country)}
              value={address.country ?? null}
              clearable
              choosesOnLeave
              onChange={(country) => change({ country: country ?? '' })}
            />
          </Group>
          <LabelInput row={address} change={change} at={at} label={records.rowLabel} />
        </Stack>
      )}
    />
  );
}

type Change<R> = (changes: Partial<R>) => void;

/** `input('street')` returns the properties of the input for that part of the row. */
type At = { input: (part: string) => object };

function Part(props: {
  name: 'street' | 'postal_code' | 'city' | 'region';
  row: Address;
  change: Change<Address>;
  at: At;
  className?: string;
}) {
  const { name, row, change, at } = props;
  return (
    <TextInput
      {...at.input(name)}
      label={records.addressParts[name]}
      className={props.className}
      value={row[name] ?? ''}
      onChange={(event) => change({ [name]: event.currentTarget.value })}
    />
  );
}

function LabelInput<R extends Row>(props: { row: R; change: Change<R>; at: At; label?: string }) {
  return (
    <Autocomplete
      {...props.at.input('label')}
      label={props.label}
      placeholder={records.rowLabelHint}
      w={props.label ? undefined : '7.5rem'}
      data={records.rowLabels}
      value={props.row.label ?? ''}
      onChange={(label) => props.change({ label } as Partial<R>)}
    />
  );
}

type RowsProps<R> = FieldInputProps & {
  empty: R;
  isBlank: (row: R) => boolean;
  add: string;
  render: (row: R, change: Change<R>, at: At) => ReactNode;
};

function Rows<R extends Row>(props: RowsProps<R>) {
  const { text, errors, isDisabled, onType, onKeyDown } = props;
  const group = useId();
  const box = useFocusOnRefusal(!isDisabled && Object.keys(errors).length > 0);
  const typed = readRows<R>(text);
  const rows = typed.length === 0 ? [props.empty] : typed;
  const put = (changed: R[]) => onType(toRowsText(changed));
  const press = (event: KeyboardEvent) => {
    // In an open list, Enter chooses and Escape closes the list.
    const isChoosing = (event.target as Element).getAttribute('aria-expanded') === 'true';
    if (!isChoosing) onKeyDown(event);
  };
  return (
    <Stack ref={box} gap={8} onKeyDown={press} data-field={props.id}>
      {rows.map((row, index) => (
        <TypedRow key={index} row={row} rows={rows} index={index} group={group} put={put} of={props} />
      ))}
      {errors[''] && (
        <Text size="xs" c="var(--mantine-color-error)" role="alert">
          {errors['']}
        </Text>
      )}
      <Group>
        <Button
          size="compact-sm"
          variant="subtle"
          disabled={isDisabled}
          onClick={() => put([...rows, props.empty])}
        >
          {props.add}
        </Button>
      </Group>
    </Stack>
  );
}

/** One of the rows: its inputs, the mark for the primary one, and the button that removes it. */
function TypedRow<R extends Row>(props: {
  row: R;
  rows: R[];
  index: number;
  group: string;
  put: (changed: R[]) => void;
  of: RowsProps<R>;
}) {
  const { row, rows, index, put } = props;
  const { label, errors, isDisabled, isAlone = false, isBlank, render } = props.of;
  const input = (part: string) => ({
    'aria-label': nameOf(part, rows.length > 1 ? `${label} ${index + 1}` : label),
    size: 'sm' as const,
    disabled: isDisabled,
    error: errors[`${sentIndex(rows, index, isBlank)}/${part}`],
    autoFocus: isAlone && index === rows.length - 1 && (part === 'value' || part === 'street'),
  });
  return (
    <Paper
      withBorder={!('value' in row)}
      p={'value' in row ? 0 : 'xs'}
      className="typed-row"
      data-single={('value' in row && rows.length === 1) || undefined}
    >
      {render(row, (changes) => put(withRow(rows, index, changes)), { input })}
      <RowFoot
        group={props.group}
        name={`${label} ${index + 1}`}
        isDisabled={isDisabled}
        isPrimary={row.primary ?? false}
        isOneOfSeveral={rows.length > 1}
        isRemovable={rows.length > 1 || !isBlank(row)}
        onPrimary={() => put(withPrimary(rows, index))}
        onRemove={() => put(rows.filter((_, each) => each !== index))}
      />
    </Paper>
  );
}

/** After a refusal an input takes the focus again. It lost it when it was disabled for saving. */
function useFocusOnRefusal(isRefused: boolean) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isRefused) box.current?.querySelector<HTMLElement>('[aria-invalid=true], input')?.focus();
  }, [isRefused]);
  return box;
}

/** The choice of the primary row, and the button that removes this one. */
function RowFoot(props: {
  group: string;
  name: string;
  isDisabled: boolean;
  isPrimary: boolean;
  isOneOfSeveral: boolean;
  isRemovable: boolean;
  onPrimary: () => void;
  onRemove: () => void;
}) {
  return (
    <Group gap="xs" mt={4} justify="space-between" className="row-foot">
      {props.isOneOfSeveral && (
        <Radio
          size="xs"
          name={props.group}
          label={records.primary}
          disabled={props.isDisabled}
          checked={props.isPrimary}
          onChange={props.onPrimary}
        />
      )}
      {props.isRemovable && (
        <ActionIcon
          variant="subtle"
          color="gray"
          ml="auto"
          aria-label={records.removeRow(props.name)}
          disabled={props.isDisabled}
          onClick={props.onRemove}
        >
          <CrossIcon />
        </ActionIcon>
      )}
    </Group>
  );
}

/**
 * Returns the label of a part. `row` is the name of the field, with a number if there are several
 * rows.
 */
function nameOf(part: string, row: string): string {
  if (part === 'value') return row;
  const name = part === 'label' ? records.rowLabel : records.addressParts[part as AddressPart];
  return `${row}: ${name}`;
}

type AddressPart = keyof typeof records.addressParts;
