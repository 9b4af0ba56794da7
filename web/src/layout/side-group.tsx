import { ActionIcon, Button, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { PlusIcon } from './icons.tsx';

/** Adds something to a group. `label` says what: `New Deal`. */
type Add = { label: string; onAdd: () => void };

/**
 * A group at the side of a record: a heading with the number and a + behind it. An empty group is
 * the line that adds the first, or nothing for those who may not.
 */
export function SideGroup(props: {
  title: string;
  /** The number behind the title, and what else is to be said of all. */
  count?: string | number;
  isEmpty?: boolean;
  add?: Add | undefined;
  children: ReactNode;
}) {
  const { title, count, isEmpty = false, add, children } = props;
  if (isEmpty && !add) return null;
  return (
    <section className="record-group" aria-label={count === undefined ? title : `${title} ${count}`}>
      {isEmpty ? (
        <Button
          variant="subtle"
          color="gray"
          className="add-line"
          leftSection={<PlusIcon />}
          onClick={add!.onAdd}
        >
          {add!.label}
        </Button>
      ) : (
        <div className="record-group-head">
          <Title order={2}>{title}</Title>
          {count !== undefined && (
            <Text span c="dimmed">
              {count}
            </Text>
          )}
          {add && (
            <ActionIcon variant="subtle" color="gray" aria-label={add.label} onClick={add.onAdd}>
              <PlusIcon />
            </ActionIcon>
          )}
        </div>
      )}
      {children}
    </section>
  );
}
