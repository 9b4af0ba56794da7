import { UnstyledButton } from '@mantine/core';
import { common } from '../texts/common.ts';
import { hideNotice, showNotice } from './notice.ts';

/** Says that an action succeeded, with a button for another. */
export function notifyWithButton(message: string, label: string, act: () => Promise<void>): void {
  show(message, label, act);
}

/** Says that typed text is not saved, with a button to continue editing. */
export function notifyUnsaved(message: string, goOn: () => Promise<void>): void {
  show(message, common.continueEditing, goOn);
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

function show(message: string, label: string, act: () => Promise<void>, autoClose?: false): void {
  const press = () => {
    hideNotice(id);
    void act();
  };
  const id = showNotice({
    message: (
      <span className="notice-line">
        <span>{message}</span>
        <UnstyledButton
          className={label === common.undo ? 'notice-act notice-undo' : 'notice-act'}
          onClick={press}
        >
          {label}
        </UnstyledButton>
      </span>
    ),
    ...(autoClose === false && { autoClose }),
  });
}
