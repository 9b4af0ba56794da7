import { Select, type SelectProps } from '@mantine/core';
import { useState } from 'react';
import { records } from '../../texts/records.ts';

type Props = Omit<SelectProps, 'data' | 'value'> & {
  data: { value: string; label: string }[];
  value: string | null;
  /** True when leaving the input takes the first match, so that typed words are not lost. */
  choosesOnLeave: boolean;
};

/** A select that can be searched. The first match is marked, and Enter takes it. */
export function SearchedSelect({ choosesOnLeave, ...props }: Props) {
  const [typed, setTyped] = useState('');
  const isTyped = typed !== '' && typed !== props.data.find(({ value }) => value === props.value)?.label;
  return (
    <Select
      {...props}
      searchable
      nothingFoundMessage={records.noChoice}
      onSearchChange={setTyped}
      // Selects the text, so that typing replaces it.
      onFocus={(event) => event.currentTarget.select()}
      // Not before the User types, because Enter would then take the first of all options.
      selectFirstOptionOnChange={isTyped}
      autoSelectOnBlur={isTyped && choosesOnLeave}
    />
  );
}
