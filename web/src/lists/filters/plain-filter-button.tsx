import { Button } from '@mantine/core';
import { FilterIcon } from '../../layout/icons.tsx';
import type { ButtonProps } from '../../layout/later-menu.tsx';
import { records } from '../../texts/records.ts';

/**
 * Focuses the filter button after a filter was removed or added. The button is found by its class,
 * because the popover gives it another id.
 */
export function focusFilterButton(): void {
  document.querySelector<HTMLElement>('.filter-button')?.focus();
}

export function PlainFilterButton(props: ButtonProps) {
  return (
    <Button
      {...props}
      className="filter-button"
      variant="subtle"
      color="gray"
      size="xs"
      leftSection={<FilterIcon />}
    >
      {records.filter}
    </Button>
  );
}
