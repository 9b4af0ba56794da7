import { NativeSelect } from '@mantine/core';
import { fieldOf, useView } from '../../fields/view.ts';
import { records } from '../../texts/records.ts';
import { useListSearch } from '../list.ts';
import { groupable } from './groups.ts';

/** The choice of the field by which the table is grouped. */
export function GroupBy() {
  const view = useView();
  const [search, change] = useListSearch();
  const fields = groupable(view);
  if (fields.length === 0) return null;
  const data = fields.map((name) => ({ value: name, label: records.groupedBy(fieldOf(view, name)!.label) }));
  return (
    <NativeSelect
      aria-label={records.groupBy}
      className="group-by"
      size="xs"
      variant="unstyled"
      data={[{ value: '', label: records.ungrouped }, ...data]}
      value={search.group ?? ''}
      onChange={({ currentTarget }) => change({ group: currentTarget.value || undefined, closed: undefined })}
    />
  );
}
