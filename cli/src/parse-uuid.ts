import { InvalidArgumentError } from 'commander';
import { isUuid } from '../../server/src/platform/ids.ts';

/** Parses an argument that must be a UUID. */
export function parseUuid(text: string): string {
  if (isUuid(text)) return text;
  throw new InvalidArgumentError('It must be a UUID such as 01a0c5d2-6b1e-7c3a-9f42-5d1c8e0b7a64.');
}
