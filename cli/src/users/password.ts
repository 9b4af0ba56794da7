import { fieldsInvalid, type Problem } from '../../../server/src/platform/problem.ts';
import { askHidden } from '../hidden-input.ts';

/** Asks for the password twice in the terminal. Refuses two different answers. */
export async function askForPassword(): Promise<string | Problem> {
  const [first, second] = (await askHidden('Password: ', 'The same again: ')) as [string, string];
  if (first === second) return first;
  const detail = 'The two passwords differ, so no User was created. Try again.';
  return fieldsInvalid({ pointer: '/password', code: 'wrong_value', detail });
}
