import { InvalidArgumentError } from 'commander';
import { isDateOrTime } from '../../server/src/platform/time/times.ts';

/**
 * Parses a date, which begins in UTC, or a time with its offset. The filters of the API take the
 * same values.
 */
export function parseTime(text: string): Date {
  if (isDateOrTime(text)) return new Date(text);
  throw new InvalidArgumentError(
    'It must be a date such as 2026-11-20, which begins in UTC, or a time with its offset such as 2026-11-20T09:20:00Z.',
  );
}
