import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { common } from '../texts/common.ts';

/** Long enough to read the message and to notice a mistake. */
const SHOWN_MS = 15_000;

/** Says that an action succeeded, with a button for another. */
export function notifyWithButton(message: string, label: string, act: () => Promise<void>): void {
  show(message, label, act, SHOWN_MS);
}

/** Says that typed text is not saved, with a button to continue editing. */
export function notifyUnsaved(message: string, goOn: () => Promise<void>): void {
  show(message, common.continueEditing, goOn, SHOWN_MS);
}

/**
 * Says that an action failed, with a button that tries again. The notice stays until it is closed.
 */
export function notifyWithRetry(message: string, retry: () => Promise<void>): void {
  show(message, common.retry, retry, false);
}

/** Says what a reload is for, with a button that makes it. The notice stays until it is closed. */
export function notifyToReload(message: string, label: string, reload: () => Promise<void>): void {
  show(message, label, reload, false);
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
