import { Button } from '@mantine/core';
import { ColumnsIcon } from '../../layout/icons.tsx';
import type { ButtonProps } from '../../layout/later-menu.tsx';
import { records } from '../../texts/records.ts';

/** The button of the menu that chooses columns. */
export function ColumnButton(props: ButtonProps) {
  return (
    <Button {...props} variant="subtle" color="gray" size="xs" leftSection={<ColumnsIcon />}>
      {records.columns}
    </Button>
  );
}
