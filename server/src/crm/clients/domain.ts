import { domainIn } from '../../platform/host-name.ts';

/**
 * Returns the domain of a website: `https://www.3m.com/about` → `3m.com`. Null without a website,
 * or when it is not an http address with a host.
 */
export function domainOf(website: string | null): string | null {
  return website === null ? null : domainIn(website);
}
