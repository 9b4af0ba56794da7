import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { common } from '../texts/common.ts';

/** Long enough to read it and to be startled. */
const SHOWN_MS = 15_000;

/** Says that something worked, with a button that takes it back. Of what could not be taken back, `label` says to try again. */
export function notifyWithUndo(message: string, undo: () => Promise<void>, label = common.undo): void {
  const takeBack = () => {
    notifications.hide(id);
    void undo();
  };
  const id = notifications.show({
    message: (
      <Group justify="space-between">
        {message}
        <Button size="compact-sm" variant="light" onClick={takeBack}>
          {label}
        </Button>
      </Group>
    ),
    autoClose: label === common.undo ? SHOWN_MS : false,
  });
}
