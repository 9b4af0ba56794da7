const CLOCK = /^(\d{1,4}):([0-5]\d)(?::([0-5]\d))?$/;

/** The minutes of a time such as `01:30` or `00:12:40`; null for another text. */
export function minutesIn(text: string): number | null {
  const clock = CLOCK.exec(text.trim());
  if (!clock) return null;
  const [hours, minutes, seconds] = clock.slice(1).map((part) => Number(part ?? 0));
  const all = hours! * 60 + minutes! + Math.round(seconds! / 60);
  return seconds! > 0 ? Math.max(1, all) : all;
}
