import { Button, Select, Stack, Text } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useCurrentAccount } from '../../accounts/current-account.ts';
import { useLogins } from '../../accounts/logins.ts';
import type { RecordData } from '../../fields/data.ts';
import { useKnownKeys } from '../../fields/known-keys.ts';
import { useTags } from '../../fields/tags/use-tags.ts';
import { isCustom } from '../../fields/values/custom-name.ts';
import { useView } from '../../fields/view.ts';
import { SearchedSelect } from '../../layout/searched-select.tsx';
import type { Choices } from '../../layout/standards.ts';
import { COMMON_LABELS, OPERATOR_LABELS, records, WHEN_LABELS } from '../../texts/records.ts';
import { type ListSearch, useListSearch } from '../list.ts';
import { FILTER_TYPES } from './filter-types.ts';
import { FilterValue, within } from './filter-value.tsx';
import {
  changesFor,
  conditionOf,
  type FilterField,
  faultOf,
  filterable,
  operatorsOf,
  replacedBy,
  shownFilters,
  valueFor,
  valuesOf,
} from './filterable.ts';
import { useFilterTexts } from './use-filter-texts.ts';

type Props = {
  /** The fields that the page gives itself. */
  without?: string[] | undefined;
  /** The filter that is changed. Without it, a new one is made. */
  changed?: ListSearch | undefined;
  onAdd: (changes: ListSearch) => void;
};

/** The form of a filter: field, condition and value. The focus is where one goes on. */
export function FilterForm(props: Props) {
  const view = useView();
  const [search] = useListSearch();
  const fields = filterable(view, useKnownKeys()).filter(({ name }) => !props.without?.includes(name));
  const account_uuid = useCurrentAccount()?.uuid ?? null;
  const filter = useFilter(fields, props);
  const valueBox = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (props.changed) valueBox.current?.querySelector('input')?.focus();
  }, []);
  const { field, operator, value } = filter;
  const own = useOwnChoices(account_uuid);
  const choices = valuesOf(field, operator, own(field));
  const labels = FILTER_TYPES[field.type].isWhen ? WHEN_LABELS : OPERATOR_LABELS;
  return (
    <form onSubmit={filter.submit}>
      <Stack gap="xs">
        <SearchedSelect
          {...within}
          label={records.field}
          data={optionsFor(fields)}
          choosesOnLeave
          openOnFocus={false}
          autoFocus={!props.changed}
          value={field.name}
          onChange={(name) => filter.choose(fields.find((one) => one.name === name)!)}
        />
        <Select
          {...within}
          label={records.operator}
          data={operatorsOf(field).map((name) => ({ value: name, label: labels[name]! }))}
          value={operator}
          onChange={(name) => filter.choose(field, name!)}
        />
        <div ref={valueBox}>
          <FilterValue
            key={`${field.name} ${operator}`}
            field={field}
            operator={operator}
            choices={choices}
            account_uuid={account_uuid}
            isAimed={filter.isAimed}
            value={value}
            error={filter.error}
            onChange={filter.type}
            onPeriod={filter.add}
          />
        </div>
        {props.changed ? (
          <Button type="submit">{records.changeFilter}</Button>
        ) : (
          <AddButton replaced={replacedBy(field, operator, search)} />
        )}
      </Stack>
    </form>
  );
}

/** A filter in the form. Another field or condition begins with an empty value. */
function useFilter(fields: FilterField[], { changed, onAdd }: Props) {
  const view = useView();
  const currency = useCurrentAccount()?.currency ?? null;
  const [first, ...more] = Object.entries(changed ?? {});
  const before = first && conditionOf(view, first[0]);
  const known = before && fields.find(({ name }) => name === before.name);
  const [field, setField] = useState(known ?? fields.find(({ name }) => name === 'status') ?? fields[0]!);
  // A period has two conditions, and is chosen anew.
  const [operator, setOperator] = useState(
    known ? (more.length > 0 ? 'within' : before.operator) : operatorsOf(field)[0]!,
  );
  const [value, type] = useState((known && more.length === 0 && first?.[1]) || '');
  const [error, setError] = useState<string | null>(null);
  const [isAimed, setIsAimed] = useState(changed !== undefined);
  const add = (chosen: string) => onAdd(changesFor(field, operator, chosen));
  const choose = (next: FilterField, condition = operatorsOf(next)[0]!) => {
    setField(next);
    setOperator(condition);
    type('');
    setError(null);
    // Whoever leaves the input by Tab goes on to the next one.
    setIsAimed(document.activeElement !== document.body);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const fault = faultOf(field, operator, value);
    setError(fault);
    if (!fault) add(valueFor(field, operator, value, currency));
  };
  return { field, operator, value, error, isAimed, choose, type, add, submit };
}

/** Returns the options of the field. Custom fields are a group of their own. */
function optionsFor(fields: FilterField[]) {
  const options = (some: FilterField[]) => some.map(({ name, label }) => ({ value: name, label }));
  const custom = fields.filter(({ name }) => isCustom(name));
  const others = options(fields.filter(({ name }) => !isCustom(name)));
  return custom.length === 0 ? others : [...others, { group: COMMON_LABELS.custom!, items: options(custom) }];
}

/**
 * Returns the choices that come from the page: members of the Account, and those of the kind, such
 * as stages.
 */
function useOwnChoices(account_uuid: string | null): (field: FilterField) => Choices | undefined {
  const view = useView();
  const logins = useLogins();
  const own = view.useChoices?.({ account_uuid } as RecordData);
  const members = Object.fromEntries(logins.map(({ user }) => [user.uuid, user.name]));
  const tags = useTags(account_uuid);
  const names = tags.length > 0 ? Object.fromEntries(tags.map(({ name }) => [name, name])) : undefined;
  return ({ name, type }) =>
    FILTER_TYPES[type].isOfTags ? names : (FILTER_TYPES[type].ofMembers?.(members) ?? own?.[name]);
}

/**
 * The button that adds the filter. It announces a replaced filter, because the API accepts each
 * condition of a field only once.
 */
function AddButton({ replaced }: { replaced: ListSearch }) {
  const say = useFilterTexts();
  const former = shownFilters(replaced).map(say);
  return (
    <>
      {former.length > 0 && <Text size="sm">{records.replaces(former.join(', '))}</Text>}
      <Button type="submit">{former.length > 0 ? records.replaceFilter : records.addFilter}</Button>
    </>
  );
}
