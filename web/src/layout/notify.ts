import { notifications } from '@mantine/notifications';
import { common } from '../texts/common.ts';
import { sayProblem } from './say-problem.ts';

/** Says that something worked. */
export function notifyDone(message: string): void {
  notifications.show({ message, color: 'teal' });
}

/** So many refusals stay at a time: what comes after them must have room, such as a notice with Undo. */
const PROBLEMS_SHOWN = 2;

let shown: string[] = [];

/** Says what did not work, in the sentence of the API and with its request id; it stays until it is closed. */
export function notifyProblem(error: unknown): void {
  notifyProblemAs(common.failed, error);
}

/** The same, where the page alone can say what it means. */
export function notifyProblemAs(title: string, error: unknown): void {
  const { message, request_id } = sayProblem(error);
  const suffix = request_id ? ` (${common.requestId(request_id)})` : '';
  const id = notifications.show({
    title,
    message: message + suffix,
    color: 'red',
    autoClose: false,
    onClose: () => {
      shown = shown.filter((other) => other !== id);
    },
  });
  shown.push(id);
  if (shown.length > PROBLEMS_SHOWN) notifications.hide(shown.shift()!);
}
