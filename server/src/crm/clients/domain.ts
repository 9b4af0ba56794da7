/**
 * Returns the domain of a website: `https://www.3m.com/about` → `3m.com`. Null without a website,
 * or when it is not an http address with a host.
 */
export function domainOf(website: string | null): string | null {
  const url = URL.parse(website ?? '');
  if (!url || !['http:', 'https:'].includes(url.protocol)) return null;
  return url.hostname.replace(/^www\./, '') || null;
}
