/**
 * The User's own time zone, which the server writes into the page. Empty while they have set none,
 * and for people who are not signed in.
 */
const OWN = metaOf('rapport-time-zone');

/** The time zone of the browser, for those who have set none. */
export const BROWSER_ZONE = known(Intl.DateTimeFormat().resolvedOptions().timeZone);

/** Whose days the pages show: every day and time of day is that of this time zone. */
export const ZONE = OWN === '' ? BROWSER_ZONE : OWN;

/**
 * Days in the query of a request, or an instant in its body: what a time zone gives a meaning. A
 * report is about days even if its address names none.
 */
const DAY_IN_QUERY = /=(today|week|month|quarter|year|\d{4}-\d\d-\d\d(?!T))|[?&]view=|^\/api\/v2\/reports\//;
const ZONE_IN_QUERY = /[?&]time_zone=/;
const INSTANT_IN_BODY = /"\d{4}-\d\d-\d\dT/;

/**
 * Returns the address of a request with the zone of the pages, if the request means a day by it.
 * The server knows the User's own zone, so only that of the browser is sent, and an address of the
 * API, such as the list behind a figure, may name it already.
 */
export function withZone(path: string, body: unknown): string {
  if (OWN !== '' || !path.startsWith('/api/v2/') || ZONE_IN_QUERY.test(path)) return path;
  if (!DAY_IN_QUERY.test(path) && !INSTANT_IN_BODY.test(String(body))) return path;
  return `${path}${path.includes('?') ? '&' : '?'}time_zone=${encodeURIComponent(ZONE)}`;
}

/** Some browsers hide where they are, and say so in words that are no zone. */
function known(zone: string | undefined): string {
  return zone === undefined || /unknown/i.test(zone) ? 'UTC' : zone;
}

function metaOf(name: string): string {
  if (typeof document === 'undefined') return '';
  return document.querySelector<HTMLMetaElement>(`meta[name=${name}]`)?.content ?? '';
}
