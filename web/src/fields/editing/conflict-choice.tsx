import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { records } from '../../texts/records.ts';
import { valueLinks } from '../drawn/value-links.tsx';
import type { Conflict, Part } from '../record.ts';
import type { FieldKind } from '../values/field-kinds.ts';
import { FIELD_TYPES } from '../values/field-types.ts';

/** Lets the User choose between the typed value and the one that somebody else saved meanwhile. */
export function ConflictChoice(props: {
  conflict: Conflict;
  part: Part;
  kind: FieldKind;
  onTheirs: () => void;
  onMine: () => void;
}) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' });
    // The field lost the focus when it was disabled for saving. The box gets the focus and not a
    // button, so that a second Enter chooses neither value.
    box.current?.focus();
  }, []);
  const { field } = props.kind;
  const isOfRecords = field && FIELD_TYPES[field.type].isOfRecords;
  const named = isOfRecords ? valueLinks(props.conflict.theirs, field) : undefined;
  const theirs = (props.kind.toShow ?? props.kind.toText)(props.part.of(props.conflict.theirs) as never);
  return (
    <Alert ref={box} tabIndex={-1} color="orange" variant="light" title={records.conflictTitle} role="alert">
      <Stack gap="xs">
        <Text size="sm">{records.conflict(props.part.label)}</Text>
        <Text size="sm" fw="bold" dir="auto" className="keep-lines" component="div">
          {named ?? props.kind.choices?.[theirs] ?? (theirs || records.emptyValue)}
        </Text>
        <Group gap={6}>
          <Button size="compact-sm" variant="default" onClick={props.onTheirs}>
            {records.takeTheirs}
          </Button>
          <Button size="compact-sm" onClick={props.onMine}>
            {records.takeMine}
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}
