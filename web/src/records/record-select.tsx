import { Loader, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { get, withQuery } from '../api/request.ts';
import { records } from '../texts/records.ts';
import type { RecordData } from './data.ts';
import { kindNamed } from './kinds.ts';
import { useReferred } from './titles.ts';

/** As many as one looks through before one types another letter. */
const FOUND_MAX = 20;

type Props = {
  /** The kinds of record to choose from. */
  to: string;
  value: string | null;
  account_uuid?: string | null;
  label?: string;
  'aria-label'?: string;
  error?: string | null | undefined;
  required?: boolean;
  disabled?: boolean;
  autoFocus?: boolean;
  className?: string;
  /** Its list stands inside of what it stands in, such as a popover that a click elsewhere closes. */
  isWithin?: boolean;
  onChange: (uuid: string | null) => void;
};

/** A record that is chosen by typing some of its name. */
export function RecordSelect({ to, value, account_uuid, isWithin, onChange, ...input }: Props) {
  const kind = kindNamed(to)!;
  const [words, setWords] = useState('');
  const [q] = useDebouncedValue(words.trim(), 150);
  const chosen = useReferred(to, value);
  const nameOf = (record: RecordData) => String(record[kind.title] ?? '');
  const isChosenName = chosen ? q === nameOf(chosen) : false;
  const { data = [], isFetching } = useQuery({
    queryKey: [kind.path, 'to-choose', account_uuid, isChosenName ? '' : q],
    queryFn: ({ signal }) => {
      const sort = q === '' || isChosenName ? '-updated_at' : undefined;
      const parameters = { q: isChosenName ? '' : q, account_uuid, sort, limit: FOUND_MAX };
      return get<RecordData[]>(withQuery(`/api/v2${kind.path}`, parameters), signal);
    },
  });
  const options = data.map((record) => ({ value: record.uuid, label: nameOf(record) }));
  if (value && !options.some((option) => option.value === value)) {
    options.unshift({ value, label: chosen ? nameOf(chosen) : '…' });
  }
  return (
    <Select
      {...input}
      data={options}
      value={value}
      comboboxProps={{ withinPortal: !isWithin }}
      searchable
      clearable={!input.required}
      placeholder={records.chooseRecord(kind.label)}
      nothingFoundMessage={isFetching ? records.searching : records.nothingFound}
      // The API has looked for the words already, also in fields that the label does not show.
      filter={({ options }) => options}
      rightSection={isFetching && words !== '' ? <Loader size="xs" /> : undefined}
      onSearchChange={setWords}
      onChange={onChange}
    />
  );
}
