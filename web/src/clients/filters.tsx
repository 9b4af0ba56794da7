import { Button, CloseButton, Group, Pill, Popover, Select, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { FilterIcon } from '../layout/icons.tsx';
import { sayDay } from '../layout/time.tsx';
import {
  clients,
  FIELD_LABELS,
  KIND_LABELS,
  OPERATOR_LABELS,
  STATUS_LABELS,
  sayCondition,
} from '../texts/clients.ts';
import { cleared, useListSearch } from './list.ts';
import { type Names, sayOwner, useNames } from './names.ts';

type FilterField = { operators: string[]; choices?: Record<string, string>; type?: 'date' };

const TEXT = ['contains', 'starts_with', 'eq', 'ne'];
const NULLABLE_TEXT = [...TEXT, 'is_null'];

/** What can be filtered, and how: the grammar of the API. */
const FIELDS: Record<string, FilterField> = {
  name: { operators: TEXT },
  status: { operators: ['eq', 'ne'], choices: STATUS_LABELS },
  kind: { operators: ['eq'], choices: KIND_LABELS },
  industry: { operators: NULLABLE_TEXT },
  domain: { operators: NULLABLE_TEXT },
  tags: { operators: ['eq', 'ne'] },
  owner_uuid: { operators: ['eq', 'ne', 'is_null'] },
  external_id: { operators: NULLABLE_TEXT },
  language: { operators: ['eq', 'ne', 'is_null'] },
  currency: { operators: ['eq', 'ne', 'is_null'] },
  created_at: { operators: ['gte', 'lt'], type: 'date' },
  updated_at: { operators: ['gte', 'lt'], type: 'date' },
};

/** Otherwise a browser takes years of six digits. */
const LATEST = '9999-12-31';

const YES_NO = { true: clients.yes, false: clients.no };

/** From the button whoever works by keyboard goes on, once what they were at is gone. Its id is that of its popover. */
function focusButton(): void {
  document.querySelector<HTMLElement>('.filter-button')?.focus();
}

/** The button with which a filter is added. */
export function FilterButton({ owners }: { owners: Record<string, string> }) {
  const [isOpen, setIsOpen] = useState(false);
  const [, change] = useListSearch();
  const add = (parameter: string, value: string) => {
    change({ [parameter]: value });
    setIsOpen(false);
    focusButton();
  };
  return (
    <Popover
      opened={isOpen}
      onChange={setIsOpen}
      position="bottom-start"
      width="min(17.5rem, calc(100vw - 10px))"
      trapFocus
      shadow="md"
    >
      <Popover.Target>
        <Button
          className="filter-button"
          variant="default"
          size="sm"
          leftSection={<FilterIcon />}
          onClick={() => setIsOpen(!isOpen)}
        >
          {clients.filter}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>{isOpen && <FilterForm owners={owners} onAdd={add} />}</Popover.Dropdown>
    </Popover>
  );
}

function FilterForm(props: {
  owners: Record<string, string>;
  onAdd: (parameter: string, value: string) => void;
}) {
  const [field, setField] = useState('status');
  const [operator, setOperator] = useState('eq');
  const [value, setValue] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [search] = useListSearch();
  const names = useNames();
  const definition = FIELDS[field]!;
  const parameter = operator === 'eq' ? `filter[${field}]` : `filter[${field}][${operator}]`;
  // The API takes each condition of a field once.
  const replaced = search[parameter];
  const choices =
    operator === 'is_null' ? YES_NO : field === 'owner_uuid' ? props.owners : definition.choices;
  const empty = () => {
    setValue('');
    setError(null);
  };
  const submit = () => {
    if (value.trim() === '') setError(clients.valueRequired);
    else props.onAdd(parameter, definition.type === 'date' ? startOfDay(value) : value.trim());
  };
  const within = { comboboxProps: { withinPortal: false } };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Stack gap="xs">
        <Select
          {...within}
          label={clients.field}
          data={options(Object.fromEntries(Object.keys(FIELDS).map((name) => [name, FIELD_LABELS[name]!])))}
          value={field}
          allowDeselect={false}
          onChange={(name) => {
            setField(name!);
            setOperator(FIELDS[name!]!.operators[0]!);
            empty();
          }}
        />
        <Select
          {...within}
          label={clients.operator}
          data={definition.operators.map((name) => ({ value: name, label: OPERATOR_LABELS[name]! }))}
          value={operator}
          allowDeselect={false}
          onChange={(name) => {
            setOperator(name!);
            empty();
          }}
        />
        {choices ? (
          <Select
            {...within}
            label={clients.value}
            data={options(choices)}
            value={value || null}
            error={error}
            onChange={(chosen) => setValue(chosen ?? '')}
          />
        ) : (
          <TextInput
            label={clients.value}
            type={definition.type ?? 'text'}
            max={LATEST}
            value={value}
            error={error}
            onChange={(event) => setValue(event.currentTarget.value)}
          />
        )}
        {replaced && <Text size="sm">{clients.replaces(sayFilter(parameter, replaced, names))}</Text>}
        <Button type="submit">{replaced ? clients.replaceFilter : clients.addFilter}</Button>
      </Stack>
    </form>
  );
}

/** The filters of the address, each with a way to be rid of it. */
export function FilterPills() {
  const [search, change] = useListSearch();
  const names = useNames();
  const remove = (changes: Parameters<typeof change>[0]) => {
    change(changes);
    focusButton();
  };
  const filters = Object.entries(search).filter(([name, value]) => name.startsWith('filter[') && value);
  if (filters.length === 0) return null;
  return (
    <Group gap="xs">
      {filters.map(([parameter, value]) => {
        const text = sayFilter(parameter, value!, names);
        return (
          <Pill key={parameter} size="md" className="filter-pill">
            {text}
            <CloseButton
              size={24}
              iconSize={12}
              variant="transparent"
              aria-label={clients.removeFilter(text)}
              onClick={() => remove({ [parameter]: undefined })}
            />
          </Pill>
        );
      })}
      <Button variant="subtle" size="compact-sm" onClick={() => remove(cleared(search))}>
        {clients.clearFilters}
      </Button>
    </Group>
  );
}

/** `filter[name][contains]`, `oil` → `Name contains oil`. */
function sayFilter(parameter: string, value: string, names: Names): string {
  const [, field = '', operator = 'eq'] = /^filter\[(\w+)\](?:\[(\w+)\])?$/.exec(parameter) ?? [];
  const choices = FIELDS[field]?.choices;
  const values = operator === 'in' ? value.split(',') : [value];
  const isDay = FIELDS[field]?.type === 'date';
  const say = (one: string) => {
    if (operator === 'is_null') return one;
    if (field === 'owner_uuid') return sayOwner(one, names);
    return isDay ? sayDay(one) : (choices?.[one] ?? one);
  };
  const said = values.map(say).join(', ');
  return `${FIELD_LABELS[field] ?? field} ${sayCondition(operator, said)}`;
}

/** `2026-03-02` as the time at which that day begins here: the API would take a bare date for a day in UTC. */
function startOfDay(day: string): string {
  return new Date(`${day}T00:00`).toISOString();
}

function options(choices: Record<string, string>) {
  return Object.entries(choices).map(([value, label]) => ({ value, label }));
}
