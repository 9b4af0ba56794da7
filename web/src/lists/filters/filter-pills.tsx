import { Button, CloseButton, Group, Pill } from '@mantine/core';
import { records } from '../../texts/records.ts';
import { cleared, type ListSearch, useListSearch } from '../list.ts';
import { FilterPill } from './filter-pill.ts';
import { shownFilters } from './filterable.ts';
import type { PillProps } from './pill-button.tsx';
import { focusFilterButton } from './plain-filter-button.tsx';
import { useFilterTexts } from './use-filter-texts.ts';

/** The filters of the list: each opens at its words, and has a button that removes it. */
export function FilterPills({ columns }: Pick<PillProps, 'columns'>) {
  const [search, change] = useListSearch();
  const say = useFilterTexts();
  const remove = (changes: ListSearch) => {
    change(changes);
    focusFilterButton();
  };
  const filters = shownFilters(search);
  if (filters.length === 0) return null;
  return (
    <Group gap="xs" className="filter-pills">
      {filters.map((shown) => {
        const text = say(shown);
        return (
          <Pill key={Object.keys(shown).join()} size="md" className="filter-pill">
            <FilterPill text={text} shown={shown} columns={columns} />
            <CloseButton
              size={24}
              iconSize={12}
              variant="transparent"
              aria-label={records.removeFilter(text)}
              onClick={() => remove(without(shown))}
            />
          </Pill>
        );
      })}
      <Button variant="subtle" size="compact-sm" onClick={() => remove(cleared(search))}>
        {records.clearFilters}
      </Button>
    </Group>
  );
}

function without(shown: ListSearch): ListSearch {
  return Object.fromEntries(Object.keys(shown).map((name) => [name, undefined]));
}
