import { Select, type SelectProps } from '@mantine/core';
import { useState } from 'react';
import { common } from '../texts/common.ts';

type Option = { value: string; label: string };

type Props = Omit<SelectProps, 'data' | 'value'> & {
  data: (Option | { group: string; items: Option[] })[];
  value: string | null;
  /** True when leaving the input takes the first match, so that typed words are not lost. */
  choosesOnLeave: boolean;
};

/** A select that can be searched. The first match is marked, and Enter takes it. */
export function SearchedSelect({ choosesOnLeave, ...props }: Props) {
  const [typed, setTyped] = useState('');
  const options = props.data.flatMap((one) => ('items' in one ? one.items : one));
  const isTyped = typed !== '' && typed !== options.find(({ value }) => value === props.value)?.label;
  return (
    <Select
      searchable
      nothingFoundMessage={common.noChoice}
      {...props}
      onSearchChange={setTyped}
      onFocus={replaceable}
      onClick={({ currentTarget }) => {
        // The browser sets the cursor only after the click.
        if (!isTyped) setTimeout(() => replaceable({ currentTarget }));
      }}
      // Not before the User types, because Enter would then take the first of all options.
      selectFirstOptionOnChange={isTyped}
      autoSelectOnBlur={isTyped && choosesOnLeave}
    />
  );
}

/** Selects the name of the present choice, so that typing replaces it. */
function replaceable({ currentTarget }: { currentTarget: HTMLInputElement }): void {
  if (!currentTarget.readOnly) currentTarget.select();
}
