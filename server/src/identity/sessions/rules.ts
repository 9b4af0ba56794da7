const LOCAL_PATH = /^\/(?![/\\])[\x21-\x7e]*$/;

/**
 * Returns `return_to` if it is a path of ours, else null. A browser reads `//host`, `/\host` and
 * `https:host` as another host. They are refused, so that nobody sends people elsewhere by a link
 * to our sign-in page.
 */
export function localPath(base_url: string, return_to: string | undefined): string | null {
  if (!return_to || !LOCAL_PATH.test(return_to) || !URL.canParse(return_to, base_url)) return null;
  const target = new URL(return_to, base_url);
  // Checked again, because URL parsing turns `/a/..//host` into `//host`.
  const path = target.pathname + target.search;
  return target.origin === new URL(base_url).origin && LOCAL_PATH.test(path) ? path : null;
}

/**
 * Returns the seconds until the next try is allowed, 0 for now. `limit` tries are allowed in
 * `window_ms`. `tried_at_ms` are the earlier tries, latest first.
 */
export function waitFor_s(tried_at_ms: number[], limit: number, window_ms: number, now_ms: number): number {
  const blocking_ms = tried_at_ms[limit - 1];
  if (blocking_ms === undefined) return 0;
  return Math.max(1, Math.ceil((blocking_ms + window_ms - now_ms) / 1000));
}
