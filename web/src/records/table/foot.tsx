import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { records } from '../../texts/records.ts';
import { listParameters, useListSearch } from '../list.ts';
import { sayAmounts, totalsOf } from '../totals.ts';
import { fieldOf, useView } from '../view.ts';

/** The line below the table: the number of all records in the list, and their amounts. */
export function Foot({ total }: { total: number | undefined }) {
  const view = useView();
  const [search] = useListSearch();
  const { amount } = view.list;
  const { data } = useQuery({ ...totalsOf(view, listParameters(search)), enabled: amount !== undefined });
  const amounts = data ? sayAmounts(data) : '';
  if (total === undefined) return null;
  return (
    <Group gap="md" px="sm" className="table-foot" role="group" aria-label={records.totals}>
      <Text size="xs" c="dimmed">
        {records.inAll(total)}
      </Text>
      {amount && amounts !== '' && (
        <Text size="xs" c="dimmed">
          {fieldOf(view, amount.field)?.label} <strong>{amounts}</strong>
        </Text>
      )}
    </Group>
  );
}
