import { UnstyledButton } from '@mantine/core';
import type { ButtonProps } from '../../layout/later-menu.tsx';
import type { ListSearch } from '../list.ts';

export type PillProps = {
  /** The filter in words, and as it stands in the address. */
  text: string;
  shown: ListSearch;
  /** The columns of the table, and what shows a further one. A board has none. */
  columns?: { names: string[]; show: (name: string) => void } | undefined;
};

/** The words of a filter, which open it. */
export function PillButton({ text, shown: _, columns: _c, ...props }: ButtonProps & PillProps) {
  return (
    <UnstyledButton {...props} className="pill-text">
      {text}
    </UnstyledButton>
  );
}
