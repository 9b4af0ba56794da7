import { hashKey } from '@tanstack/react-query';

/**
 * Compares without the order of keys, which differs between the database and an answer to a change.
 */
export function isSame(a: unknown, b: unknown): boolean {
  return hashKey([{ value: a }]) === hashKey([{ value: b }]);
}
