import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { common } from '../texts/common.ts';

/** Long enough to read it and to be startled. */
const SHOWN_MS = 15_000;

/** Says that something worked, with a button that takes it back. */
export function notifyWithUndo(message: string, undo: () => Promise<void>): void {
  show(message, common.undo, undo, SHOWN_MS);
}

/** Says that the typed text is not saved, with a button to go on with it. */
export function notifyUnsaved(message: string, goOn: () => Promise<void>): void {
  show(message, common.continueEditing, goOn, SHOWN_MS);
}

/**
 * Says that something is left undone, with a button that tries again; it stays until it is closed.
 */
export function notifyWithRetry(message: string, retry: () => Promise<void>): void {
  show(message, common.retry, retry, false);
}

function show(message: string, label: string, act: () => Promise<void>, autoClose: number | false): void {
  const press = () => {
    notifications.hide(id);
    void act();
  };
  const id = notifications.show({
    message: (
      <Group justify="space-between">
        {message}
        <Button size="compact-sm" variant="light" onClick={press}>
          {label}
        </Button>
      </Group>
    ),
    autoClose,
  });
}
