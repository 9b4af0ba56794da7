const LOCAL_PATH = /^\/(?![/\\])[\x21-\x7e]*$/;

/**
 * Where to go after signing in: a path of ours, or null. A browser reads `//host`, `/\host` and
 * `https:host` as another host, so they are refused: nobody can use the sign-in page to send people
 * elsewhere.
 */
export function localPath(base_url: string, return_to: string | undefined): string | null {
  if (!return_to || !LOCAL_PATH.test(return_to) || !URL.canParse(return_to, base_url)) return null;
  const target = new URL(return_to, base_url);
  // Looked at again, because `/a/..//host` has become `//host`.
  const path = target.pathname + target.search;
  return target.origin === new URL(base_url).origin && LOCAL_PATH.test(path) ? path : null;
}

/**
 * Seconds until another try is allowed, with `limit` of them in `window_ms`; 0: now. `tried_at_ms`
 * are the earlier tries, the last first.
 */
export function waitFor_s(tried_at_ms: number[], limit: number, window_ms: number, now_ms: number): number {
  const blocking_ms = tried_at_ms[limit - 1];
  if (blocking_ms === undefined) return 0;
  return Math.max(1, Math.ceil((blocking_ms + window_ms - now_ms) / 1000));
}
