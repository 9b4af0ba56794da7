import { webhooks as texts } from '../texts/webhooks.ts';

/**
 * Returns the fault of a typed URL, or null. The API decides, because it knows which hosts the
 * operator allows. Nobody resolves the name before something is sent.
 */
export function urlFault(url: string): string | null {
  if (url === '') return null;
  const parsed = URL.parse(url);
  if (!parsed || !/^https?:$/.test(parsed.protocol) || parsed.hostname === '') return texts.urlInvalid;
  if (parsed.username || parsed.password) return texts.urlUser;
  return null;
}

/** Returns a warning for a URL that the API is likely to refuse, but may allow. */
export function urlDoubt(url: string): string | null {
  const parsed = URL.parse(url);
  const isLoopback = ['localhost', '127.0.0.1', '[::1]'].includes(parsed?.hostname ?? '');
  return parsed?.protocol === 'http:' && !isLoopback ? texts.urlHttps : null;
}
