import { Button, Popover } from '@mantine/core';
import { useState } from 'react';
import { FilterIcon } from '../../layout/icons.tsx';
import { later } from '../../layout/later.tsx';
import { records } from '../../texts/records.ts';
import { type ListSearch, useListSearch } from '../list.ts';

const FilterForm = later(async () => (await import('./filter-form.tsx')).FilterForm);

/**
 * Focuses the filter button after a filter was removed or added. The button is found by its class,
 * because the popover gives it another id.
 */
export function focusFilterButton(): void {
  document.querySelector<HTMLElement>('.filter-button')?.focus();
}

/** The button that opens the form of a new filter. */
export function FilterButton({ without }: { without?: string[] }) {
  const [isOpen, setIsOpen] = useState(false);
  const [, change] = useListSearch();
  const add = (changes: ListSearch) => {
    change(changes);
    setIsOpen(false);
    focusFilterButton();
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
          {records.filter}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>{isOpen && <FilterForm without={without} onAdd={add} />}</Popover.Dropdown>
    </Popover>
  );
}
