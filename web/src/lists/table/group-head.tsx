import { rem, Text, UnstyledButton } from '@mantine/core';
import { sayCount } from '../../texts/records.ts';
import { useListSearch } from '../list.ts';
import { sayAmounts } from '../totals.ts';
import type { Group } from './grouping.ts';
import { ROW_HEIGHT_PX } from './row.tsx';

/** The row above the records of a group. A press folds or unfolds the group. */
export function GroupHead({ group, colSpan }: { group: Group; colSpan: number }) {
  const { value, label, isClosed, totals } = group;
  const [search, change] = useListSearch();
  const fold = () => {
    const others = (search.closed ?? '').split(',').filter((one) => one !== '' && one !== value);
    change({ closed: (isClosed ? others : [...others, value]).join(',') || undefined });
  };
  return (
    <tr className="group-head" style={{ height: rem(ROW_HEIGHT_PX) }}>
      <td colSpan={colSpan}>
        <UnstyledButton fz="sm" aria-expanded={!isClosed} onClick={fold}>
          <span aria-hidden="true">{isClosed ? '▸' : '▾'}</span> <strong>{label}</strong>{' '}
          {totals && (
            <Text span size="xs" c="dimmed" ml={2}>
              {[sayCount(totals.count), sayAmounts(totals)].filter(Boolean).join(' · ')}
            </Text>
          )}
        </UnstyledButton>
      </td>
    </tr>
  );
}
