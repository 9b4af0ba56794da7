import { notifyWithButton } from '../../layout/notify-with-button.tsx';
import { common } from '../../texts/common.ts';

/**
 * Says that something was changed, with a button that takes the changes back. `after` is called
 * when they are. What does it is loaded only then, because few changes are taken back.
 */
export function offerUndo(message: string, change_uuids: string[], after?: () => void): void {
  notifyWithButton(message, common.undo, async () => {
    const { undoChanges } = await import('./undo.tsx');
    await undoChanges(change_uuids);
    after?.();
  });
}
