import { get, isMismatch, requestChange } from '../api/request.ts';
import { isSame } from './same.ts';

/**
 * Sets fields of a record. After a change of other fields by somebody else it sets them in what
 * they saved. Throws the refusal if what the User saw of these fields was changed: `base`, with at
 * least one of them.
 */
export async function changeOnTop<T>(
  path: string,
  base: Partial<T> & { version: number },
  body: Partial<T>,
): Promise<{ saved: T; change_uuid: string }> {
  const seen = (Object.keys(body) as (keyof T)[]).filter((name) => name in base);
  for (let { version } = base; ; ) {
    try {
      const options = { body, version };
      const { answer, change_uuid } = await requestChange<{ data: T }>('PATCH', path, options);
      return { saved: answer.data, change_uuid };
    } catch (refusal) {
      if (!isMismatch(refusal)) throw refusal;
      const theirs = await get<T & { version: number }>(path);
      if (!seen.every((name) => isSame(theirs[name], base[name]))) throw refusal;
      version = theirs.version;
    }
  }
}
