import { Table, type TableProps, Text } from '@mantine/core';
import { Time } from './time.tsx';

/** A table without a head. On a phone the cells of a row stand below each other. */
export function Rows({ children, ...props }: TableProps) {
  return (
    <Table className="stacking-table" {...props}>
      <Table.Tbody>{children}</Table.Tbody>
    </Table>
  );
}

/** The last cell of a row: when it was. */
export function TimeCell({ at, never }: { at: string | null; never?: string }) {
  return (
    <Table.Td className="at-end">
      <Text size="xs" c="dimmed">
        {at === null ? never : <Time at={at} />}
      </Text>
    </Table.Td>
  );
}
