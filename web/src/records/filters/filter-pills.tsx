import { Button, CloseButton, Group, Pill } from '@mantine/core';
import { records } from '../../texts/records.ts';
import { cleared, type ListSearch, useListSearch } from '../list.ts';
import { focusFilterButton } from './filter-button.tsx';
import { useFilterTexts } from './use-filter-texts.ts';

/** The filters of the list, each with a button that removes it. */
export function FilterPills() {
  const [search, change] = useListSearch();
  const say = useFilterTexts();
  const remove = (changes: ListSearch) => {
    change(changes);
    focusFilterButton();
  };
  const filters = Object.entries(search).filter(([name, value]) => name.startsWith('filter[') && value);
  if (filters.length === 0) return null;
  return (
    <Group gap="xs">
      {filters.map(([parameter, value]) => {
        const text = say(parameter, value!);
        return (
          <Pill key={parameter} size="md" className="filter-pill">
            {text}
            <CloseButton
              size={24}
              iconSize={12}
              variant="transparent"
              aria-label={records.removeFilter(text)}
              onClick={() => remove({ [parameter]: undefined })}
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
