import { common } from '../texts/common.ts';
import { showNotice } from './notice.ts';
import { sayProblem } from './say-problem.ts';

/** Says that an action succeeded. */
export function notifyDone(message: string): void {
  showNotice({ message });
}

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
  showNotice({ title, message: say(message) + suffix, color: 'red', autoClose: false });
}
