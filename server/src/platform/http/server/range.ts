/** The bytes from `start` to before `end`. */
export type Part = { start: number; end: number };

/**
 * The part of a file that a header asks for (RFC 9110 §14.2). Null: the whole file, also for what
 * is not understood, such as several parts. `beyond`: nothing of the file is in it.
 */
export function rangeOf(header: string | undefined, size: number): Part | 'beyond' | null {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (first === '' && last === '') return null;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'beyond' : { start: size - length, end: size };
  }
  const start = Number(first);
  if (last !== '' && Number(last) < start) return null;
  if (start >= size) return 'beyond';
  return { start, end: last === '' ? size : Math.min(Number(last) + 1, size) };
}
