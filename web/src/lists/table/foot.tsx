import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Field } from '../../fields/values/field.ts';
import { FIELD_TYPES } from '../../fields/values/field-types.ts';
import { fieldOf, useView } from '../../fields/view.ts';
import { records } from '../../texts/records.ts';
import { listParameters, useListSearch } from '../list.ts';
import { useTable } from '../list-table.ts';
import { sayAmounts, saySum, totalsOf } from '../totals.ts';

/**
 * The line below the table: the number of all records in the list, their amounts, and the sums of
 * the declared fields among the columns.
 */
export function Foot() {
  const view = useView();
  const { read, columns } = useTable();
  const { total, isRepeating } = read;
  const [search] = useListSearch();
  const { amount } = view.list;
  const { data } = useQuery({ ...totalsOf(view, listParameters(search)), enabled: amount !== undefined });
  const amounts = data ? sayAmounts(data) : '';
  if (total === undefined) return null;
  return (
    <Group gap="md" className="table-foot" role="group" aria-label={records.totals}>
      <Text size="xs" c="dimmed">
        {[records.inAll(total), isRepeating && records.inSeveralGroups].filter(Boolean).join(', ')}
      </Text>
      {amount && amounts !== '' && (
        <Text size="xs" c="dimmed">
          {fieldOf(view, amount.field)?.label} <strong>{amounts}</strong>
        </Text>
      )}
      {columns.layout.names.map((name) => {
        const field = fieldOf(view, name);
        const isSummed = view.own_fields?.includes(name) && field && FIELD_TYPES[field.type].isNumber;
        return isSummed && <Sum key={name} field={field} />;
      })}
    </Group>
  );
}

/** The sum of a declared field. A longer list than the API adds up has none. */
function Sum({ field }: { field: Field }) {
  const view = useView();
  const [search] = useListSearch();
  const { data } = useQuery(totalsOf(view, { ...listParameters(search), sum: field.name }));
  const said = data ? saySum(field, data) : '';
  if (said === '') return null;
  return (
    <Text size="xs" c="dimmed">
      {field.label} <strong>{said}</strong>
    </Text>
  );
}
