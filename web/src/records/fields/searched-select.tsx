import { Select, type SelectProps } from '@mantine/core';
import { useState } from 'react';
import { records } from '../../texts/records.ts';

type Props = Omit<SelectProps, 'data' | 'value'> & {
  data: { value: string; label: string }[];
  value: string | null;
  /**
   * To leave it chooses what Enter would: otherwise what was typed would be gone without a word.
   */
  choosesOnLeave: boolean;
};

/** A choice that is made by typing: the first match is marked, and Enter takes it. */
export function SearchedSelect({ choosesOnLeave, ...props }: Props) {
  const [typed, setTyped] = useState('');
  const isTyped = typed !== '' && typed !== props.data.find(({ value }) => value === props.value)?.label;
  return (
    <Select
      {...props}
      searchable
      nothingFoundMessage={records.noChoice}
      onSearchChange={setTyped}
      // What one types replaces the choice there was.
      onFocus={(event) => event.currentTarget.select()}
      // Only then: Enter on an untouched field must not take the first of all.
      selectFirstOptionOnChange={isTyped}
      autoSelectOnBlur={isTyped && choosesOnLeave}
    />
  );
}
