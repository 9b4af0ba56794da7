/** The most patience that a receiver can ask for. */
export const RETRY_AFTER_MAX_MS = 24 * 3_600_000;

/**
 * Reads `Retry-After` (RFC 9110 §10.2.3), seconds or a date; null when it makes no sense. Of
 * several, which a proxy may have merged into one, the longest counts. A part of a second is
 * rounded up.
 */
export function retryAfter_ms(
  response_status: number | null,
  header: string | string[] | undefined,
  now: Date,
): number | null {
  if (response_status !== 429 && response_status !== 503) return null;
  const waits_ms = [header ?? []].flat().flatMap((text) => waitsOf(text, now));
  return waits_ms.length === 0 ? null : Math.min(Math.max(...waits_ms, 0), RETRY_AFTER_MAX_MS);
}

/** The waits in one header. The comma of a date does not separate two. */
function waitsOf(header: string, now: Date): number[] {
  return header
    .split(/,(?! *\d{1,2}[ -][A-Z])/)
    .map((part) => part.trim())
    .map((text) =>
      /^\d+(\.\d+)?$/.test(text) ? Math.ceil(Number(text)) * 1000 : httpDate_ms(text) - now.getTime(),
    )
    .filter((wait_ms) => !Number.isNaN(wait_ms));
}

/**
 * All forms of RFC 9110 §5.6.7 begin with the day's name; `Date.parse` alone would read "-5" as a
 * year. The form that ends with the year is in UTC, and `Date.parse` would take our own zone.
 */
function httpDate_ms(text: string): number {
  if (!/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)/.test(text)) return Number.NaN;
  return Date.parse(/ \d{4}$/.test(text) ? `${text} GMT` : text);
}
