import { Button, Select, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { OPERATOR_LABELS, records } from '../../texts/records.ts';
import { optionsOf } from '../fields/standard-choices.ts';
import { useListSearch } from '../list.ts';
import { useNames } from '../names.ts';
import { fieldOf, useView } from '../view.ts';
import { filterable, operatorsOf, parameterOf, sayFilter, valueFor, valuesOf } from './filterable.ts';

/** Otherwise a browser takes years of six digits. */
const LATEST = '9999-12-31';

/** From here on one types to find one. */
const MANY = 12;

const within = { comboboxProps: { withinPortal: false }, allowDeselect: false };

/** Field, condition and value of a filter. */
export function FilterForm(props: {
  owners: Record<string, string>;
  onAdd: (parameter: string, value: string) => void;
}) {
  const view = useView();
  const fields = filterable(view);
  const [field, setField] = useState(fieldOf(view, 'status') ?? fields[0]!);
  const operators = operatorsOf(view, field);
  const [operator, setOperator] = useState(operators[0]!);
  const [value, setValue] = useState('');
  const [error, setError] = useState<string | null>(null);
  const parameter = parameterOf(field, operator);
  const empty = () => {
    setValue('');
    setError(null);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (value.trim() === '') setError(records.valueRequired);
    else props.onAdd(parameter, operator === 'is_null' ? value : valueFor(field, value));
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="xs">
        <Select
          {...within}
          label={records.field}
          data={fields.map(({ name, label }) => ({ value: name, label }))}
          value={field.name}
          onChange={(name) => {
            const chosen = fieldOf(view, name!)!;
            setField(chosen);
            setOperator(operatorsOf(view, chosen)[0]!);
            empty();
          }}
        />
        <Select
          {...within}
          label={records.operator}
          data={operators.map((name) => ({ value: name, label: OPERATOR_LABELS[name]! }))}
          value={operator}
          onChange={(name) => {
            setOperator(name!);
            empty();
          }}
        />
        <ValueInput
          choices={valuesOf(field, operator, props.owners)}
          isDay={field.type === 'time'}
          value={value}
          error={error}
          onChange={setValue}
        />
        <AddButton parameter={parameter} />
      </Stack>
    </form>
  );
}

function ValueInput(props: {
  choices: Record<string, string> | undefined;
  isDay: boolean;
  value: string;
  error: string | null;
  onChange: (value: string) => void;
}) {
  const { choices, isDay, value, error, onChange } = props;
  if (choices) {
    return (
      <Select
        {...within}
        label={records.value}
        data={optionsOf(choices)}
        searchable={Object.keys(choices).length > MANY}
        nothingFoundMessage={records.noChoice}
        value={value || null}
        error={error}
        onChange={(chosen) => onChange(chosen ?? '')}
      />
    );
  }
  return (
    <TextInput
      label={records.value}
      type={isDay ? 'date' : 'text'}
      max={LATEST}
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

/** The API takes each condition of a field once. */
function AddButton({ parameter }: { parameter: string }) {
  const view = useView();
  const names = useNames();
  const [search] = useListSearch();
  const replaced = search[parameter];
  return (
    <>
      {replaced && <Text size="sm">{records.replaces(sayFilter(view, parameter, replaced, names))}</Text>}
      <Button type="submit">{replaced ? records.replaceFilter : records.addFilter}</Button>
    </>
  );
}
