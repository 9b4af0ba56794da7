import { notifications } from '@mantine/notifications';
import { common } from '../texts/common.ts';
import { sayProblem } from './say-problem.ts';

/** Says that an action succeeded. */
export function notifyDone(message: string): void {
  notifications.show({ message, color: 'teal' });
}

/** The maximum of refusals on the page, so that a later notice, such as one with Undo, has room. */
const PROBLEMS_SHOWN = 2;

let shown: string[] = [];

/**
 * Says what failed, in the sentence of the API and with its request id. The notice stays until it
 * is closed.
 */
export function notifyProblem(error: unknown): void {
  show(common.failed, error, (why) => why);
}

/** Says what failed, with a title of the page, which knows what the problem means. */
export function notifyProblemAs(title: string, error: unknown): void {
  show(title, error, (why) => why);
}

/** Says that several things failed. `say` makes one sentence of the first problem's sentence. */
export function notifyProblems(first: unknown, say: (why: string) => string): void {
  show(common.failed, first, say);
}

function show(title: string, error: unknown, say: (why: string) => string): void {
  const { message, request_id } = sayProblem(error);
  const suffix = request_id ? ` (${common.requestId(request_id)})` : '';
  const id = notifications.show({
    title,
    message: say(message) + suffix,
    color: 'red',
    autoClose: false,
    onClose: () => {
      shown = shown.filter((other) => other !== id);
    },
  });
  shown.push(id);
  if (shown.length > PROBLEMS_SHOWN) notifications.hide(shown.shift()!);
}
