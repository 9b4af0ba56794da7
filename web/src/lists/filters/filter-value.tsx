import { MultiSelect, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { DayInput } from '../../fields/inputs/day-input.tsx';
import { RecordSelect } from '../../fields/inputs/record-select.tsx';
import { kindNamed } from '../../fields/kinds.ts';
import { SearchedSelect } from '../../layout/searched-select.tsx';
import { type Choices, optionsOf } from '../../layout/standards.ts';
import { records } from '../../texts/records.ts';
import { FILTER_TYPES } from './filter-types.ts';
import type { FilterField } from './filterable.ts';
import { periodOptions } from './periods.ts';

/** The number of choices above which the User can search them. */
const MANY = 12;

export const within = { comboboxProps: { withinPortal: false }, allowDeselect: false };

type Props = {
  field: FilterField;
  operator: string;
  choices: Choices | undefined;
  account_uuid: string | null;
  /** True when the User has just chosen the field or the condition, and goes on here. */
  isAimed: boolean;
  value: string;
  error: string | null;
  onChange: (value: string) => void;
  /** Called with a chosen period, which needs no further click. */
  onPeriod: (period: string) => void;
};

/** The input for the value of a filter: a choice if the values are known, otherwise text. */
export function FilterValue(props: Props) {
  const { field, operator, choices, value, error, onChange } = props;
  if (operator === 'within') return <PeriodValue {...props} />;
  if (operator === 'in' && choices) {
    return (
      <MultiSelect
        comboboxProps={within.comboboxProps}
        label={records.value}
        data={optionsOf(choices)}
        value={value === '' ? [] : value.split(',')}
        error={error}
        onChange={(chosen) => onChange(chosen.join(','))}
      />
    );
  }
  if (choices) {
    return (
      <SearchedSelect
        {...within}
        label={records.value}
        data={optionsOf(choices)}
        searchable={Object.keys(choices).length > MANY}
        choosesOnLeave
        value={value || null}
        error={error}
        onChange={(chosen) => onChange(chosen ?? '')}
      />
    );
  }
  if (field.to.length > 0) return <RecordValue {...props} />;
  if (FILTER_TYPES[field.type].isWhen) return <DayValue {...props} />;
  return (
    <TextInput
      label={records.value}
      inputMode={FILTER_TYPES[field.type].isNumber ? 'decimal' : 'text'}
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

/**
 * The choice of a period such as "last month", or of a month by name. It opens by itself behind a
 * choice of its field, and takes the focus: what is typed next is the period.
 */
function PeriodValue({ field, isAimed, value, error, onPeriod }: Props) {
  return (
    <SearchedSelect
      {...within}
      label={records.period}
      data={periodOptions(field.type === 'time')}
      choosesOnLeave={false}
      autoFocus={isAimed}
      defaultDropdownOpened={isAimed}
      value={value || null}
      error={error}
      onChange={(period) => period && onPeriod(period)}
    />
  );
}

/** The input of a fixed day, or of a relative one such as "in a week". */
function DayValue({ value, error, onChange }: Props) {
  const [moves, setMoves] = useState(Object.hasOwn(records.relativeDays, value));
  return (
    <>
      <Select
        {...within}
        label={records.day}
        data={[{ value: '', label: records.fixedDay }, ...optionsOf(records.relativeDays)]}
        value={moves ? value : ''}
        onChange={(day) => {
          setMoves(day !== '');
          onChange(day ?? '');
        }}
      />
      {!moves && <DayInput label={records.value} value={value} error={error} onChange={onChange} />}
    </>
  );
}

/** The input of a record. If several kinds are possible, the kind is chosen first. */
function RecordValue({ field, account_uuid, value, error, onChange }: Props) {
  const [kind, setKind] = useState(field.to[0]!);
  return (
    <>
      {field.to.length > 1 && (
        <Select
          {...within}
          label={records.kindOfRecord}
          data={field.to.map((one) => ({ value: one, label: kindNamed(one)?.one ?? one }))}
          value={kind}
          onChange={(chosen) => {
            setKind(chosen!);
            onChange('');
          }}
        />
      )}
      <RecordSelect
        key={kind}
        to={[kind]}
        label={records.value}
        value={value === '' ? null : { resource: kind, uuid: value }}
        account_uuid={account_uuid}
        error={error}
        onChange={(chosen) => onChange(chosen?.uuid ?? '')}
      />
    </>
  );
}
