/** The most patience that a receiver can ask for. */
export const RETRY_AFTER_MAX_MS = 24 * 3_600_000;

/** Reads `Retry-After` (RFC 9110 §10.2.3), seconds or a date; null when it makes no sense. */
export function retryAfter_ms(
  response_status: number | null,
  header: string | string[] | undefined,
  now: Date,
): number | null {
  const text = (Array.isArray(header) ? header[0] : header)?.trim();
  if (!text || (response_status !== 429 && response_status !== 503)) return null;
  const wait_ms = /^\d+$/.test(text) ? Number(text) * 1000 : httpDate_ms(text) - now.getTime();
  return Number.isNaN(wait_ms) ? null : Math.min(Math.max(wait_ms, 0), RETRY_AFTER_MAX_MS);
}

/**
 * All forms of RFC 9110 §5.6.7 begin with the day's name; `Date.parse` alone would read "-5" as a
 * year. The form that ends with the year is in UTC, and `Date.parse` would take our own zone.
 */
function httpDate_ms(text: string): number {
  if (!/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)/.test(text)) return Number.NaN;
  return Date.parse(/ \d{4}$/.test(text) ? `${text} GMT` : text);
}
