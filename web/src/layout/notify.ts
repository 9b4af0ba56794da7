import { notifications } from '@mantine/notifications';
import { ApiProblem } from '../api/request.ts';
import { common } from '../texts/common.ts';

/** Says that something worked. */
export function notifyDone(message: string): void {
  notifications.show({ message, color: 'teal' });
}

/** Says what did not work, in the sentence of the API and with its request id; it stays until it is closed. */
export function notifyProblem(error: unknown): void {
  const { message, request_id } =
    error instanceof ApiProblem ? error : { message: String(error), request_id: null };
  const suffix = request_id ? ` (${common.requestId(request_id)})` : '';
  notifications.show({ title: common.failed, message: message + suffix, color: 'red', autoClose: false });
}
