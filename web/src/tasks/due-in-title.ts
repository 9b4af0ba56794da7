import { isInstant } from '../fields/values/day-form.ts';
import { toDay } from '../fields/values/day-text.ts';

/** "next friday at 15:00" has four words, and no day and time more. */
const WORDS_MAX = 4;

/**
 * Returns the time that the end of a title names, as in "Call Anna back tomorrow at 15:00"; null
 * without one. A day alone is none: "Plan for tomorrow" is not due tomorrow.
 */
export function dueInTitle(title: string): string | null {
  const words = title.trim().split(/\s+/);
  const longest = Math.min(WORDS_MAX, words.length - 1);
  for (let count = longest; count > 0; count -= 1) {
    const due = toDay(words.slice(-count).join(' '), true);
    if (isInstant(due)) return due;
  }
  return null;
}
