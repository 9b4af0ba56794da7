import { Loader, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { SearchHit } from '@rapport/contract/records/search';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { get, withQuery } from '../api/request.ts';
import { records } from '../texts/records.ts';
import type { RecordData } from './data.ts';
import { kindNamed, nameOf } from './kinds.ts';
import { useReferred } from './titles.ts';

/** As many as one looks through before one types another letter. */
const FOUND_MAX = 20;

type Props = {
  /** The kinds of record to choose from. */
  to: readonly string[];
  value: Ref | null;
  account_uuid?: string | null;
  label?: string;
  'aria-label'?: string;
  error?: string | null | undefined;
  required?: boolean;
  disabled?: boolean;
  autoFocus?: boolean;
  className?: string;
  /** The list stays inside its surroundings, such as a popover that a click elsewhere closes. */
  isWithin?: boolean;
  onChange: (chosen: Ref | null) => void;
};

/** A record, by its kind and its uuid. */
export type Ref = { resource: string; uuid: string };

/** A record that is chosen by typing some of its name. */
export function RecordSelect({ to, value, account_uuid, isWithin, onChange, ...input }: Props) {
  const [words, setWords] = useState('');
  const [q] = useDebouncedValue(words.trim(), 150);
  const chosen = useReferred(value?.resource ?? to[0]!, value?.uuid ?? null);
  const chosenName = value && chosen ? nameOf(chosen, kindNamed(value.resource)!.title) : '';
  const { found, isFetching } = useFound(to, q === chosenName ? '' : q, account_uuid);
  const isThere = found.some(({ uuid }) => uuid === value?.uuid);
  const all = value && !isThere ? [{ ...value, title: chosenName || '…' }, ...found] : found;
  return (
    <Select
      {...input}
      data={to.length === 1 ? all.map(toOption) : byKind(to, all)}
      value={value && toOption({ ...value, title: '' }).value}
      comboboxProps={{ withinPortal: !isWithin }}
      searchable
      clearable={!input.required}
      placeholder={records.chooseRecord(to.map((one) => kindNamed(one)?.label ?? one).join(', '))}
      nothingFoundMessage={isFetching ? records.searching : records.nothingFound}
      // The API has looked for the words already, also in fields that the label does not show.
      filter={({ options }) => options}
      rightSection={isFetching && words !== '' ? <Loader size="xs" /> : undefined}
      onSearchChange={setWords}
      onChange={(chosen) => {
        const [resource, uuid] = chosen?.split(' ') ?? [];
        onChange(resource && uuid ? { resource, uuid } : null);
      }}
    />
  );
}

type Found = Ref & { title: string };

/** The records with these words; without words those of the first kind that were changed last. */
function useFound(to: readonly string[], q: string, account_uuid: string | null | undefined) {
  const kind = kindNamed(to[0]!)!;
  const isOneKind = to.length === 1 || q === '';
  const { data = [], isFetching } = useQuery({
    queryKey: [kind.path, 'to-choose', to.join(), account_uuid, q],
    queryFn: async ({ signal }): Promise<Found[]> => {
      if (!isOneKind) {
        const parameters = { q, resources: to.join(), account_uuid, limit: FOUND_MAX };
        return get<SearchHit[]>(withQuery('/api/v2/search', parameters), signal);
      }
      const parameters = { q, account_uuid, sort: q === '' ? '-updated_at' : undefined, limit: FOUND_MAX };
      const read = await get<RecordData[]>(withQuery(`/api/v2${kind.path}`, parameters), signal);
      return read.map((record) => ({
        resource: kind.resource,
        uuid: record.uuid,
        title: nameOf(record, kind.title),
      }));
    },
  });
  return { found: data, isFetching };
}

function toOption({ resource, uuid, title }: Found) {
  return { value: `${resource} ${uuid}`, label: title };
}

/** The options below the names of their kinds. */
function byKind(to: readonly string[], all: Found[]) {
  return to
    .map((resource) => ({
      group: kindNamed(resource)?.label ?? resource,
      items: all.filter((found) => found.resource === resource).map(toOption),
    }))
    .filter(({ items }) => items.length > 0);
}
