import type { FieldError } from '@rapport/contract/problems';
import { isEmail } from '../../platform/email.ts';
import { nameErrorOf } from '../../platform/names.ts';
import { fieldsInvalid, type Problem } from '../../platform/problem.ts';
import type { Application } from './queries.ts';

/** The hosts for which http is allowed: the developer's own machine (RFC 8252 §7.3). */
const LOOPBACK_HOSTS = ['localhost', '127.0.0.1', '[::1]'];

/**
 * The parameters that we add to a redirect URL. A redirect URL may not have one of its own, because
 * then the application could not tell the two apart.
 */
const ANSWER_PARAMETERS = ['code', 'state', 'iss', 'error', 'error_description'];

const NAME_MAX_LENGTH = 200;
const URL_MAX_LENGTH = 2000;
const URLS_MAX = 50;

/** 422 with the faults in the details of an application, or null. */
export function refuseApplication(
  details: Pick<Application, 'name' | 'company' | 'email' | 'redirect_urls' | 'allowed_origins'>,
): Problem | null {
  const errors: FieldError[] = [];
  for (const field of ['name', 'company'] as const) {
    const error = nameErrorOf(`/${field}`, details[field], NAME_MAX_LENGTH);
    if (error) errors.push(error);
  }
  if (!isEmail(details.email)) {
    errors.push({ pointer: '/email', code: 'wrong_format', detail: 'email must be an e-mail address.' });
  }
  errors.push(...redirectUrlErrors(details.redirect_urls), ...originErrors(details.allowed_origins));
  return errors.length > 0 ? fieldsInvalid(...errors) : null;
}

/** 422 with the faults in the list of redirect URLs, or null. */
export function refuseRedirectUrls(urls: string[]): Problem | null {
  const errors = redirectUrlErrors(urls);
  return errors.length > 0 ? fieldsInvalid(...errors) : null;
}

/** 422 with the faults in the list of origins, or null. */
export function refuseAllowedOrigins(origins: string[]): Problem | null {
  const errors = originErrors(origins);
  return errors.length > 0 ? fieldsInvalid(...errors) : null;
}

/**
 * Faults of origins. An origin must be written as browsers send it: the scheme, the host, and the
 * port unless it is the scheme's usual one.
 */
function originErrors(origins: string[]): FieldError[] {
  if (origins.length > URLS_MAX) {
    const detail = `An application may have ${URLS_MAX} origins.`;
    return [{ pointer: '/allowed_origins', code: 'too_many_items', detail }];
  }
  return origins.flatMap((origin, index) => {
    const url = URL.parse(origin);
    const isSafe =
      url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK_HOSTS.includes(url.hostname));
    if (isSafe && url.origin === origin && !origin.includes('*') && !url.hostname.endsWith('.')) return [];
    const detail = `${origin} is not an origin. Write it as browsers do, without a dot or a slash at its end, such as https://app.example.com; http is for localhost.`;
    return [{ pointer: `/allowed_origins/${index}`, code: 'not_allowed' as const, detail }];
  });
}

function redirectUrlErrors(urls: string[]): FieldError[] {
  if (urls.length === 0 || urls.length > URLS_MAX) {
    const detail = `An application needs 1 to ${URLS_MAX} redirect URLs.`;
    return [{ pointer: '/redirect_urls', code: 'required', detail }];
  }
  return urls.flatMap((url, index) => {
    const fault = redirectUrlFault(url);
    if (fault === null) return [];
    const detail = `The redirect URL ${url} ${fault}`;
    return [{ pointer: `/redirect_urls/${index}`, code: 'not_allowed' as const, detail }];
  });
}

/**
 * Returns the reason why a URL must not be registered, or null (RFC 9700 §2.6, RFC 6749 §3.1.2).
 * Authorization requests compare it character by character, so it needs no normal form.
 */
function redirectUrlFault(text: string): string | null {
  if (!URL.canParse(text))
    return 'is not absolute. Write it whole, such as https://app.example.com/callback.';
  const url = new URL(text);
  if (text.length > URL_MAX_LENGTH) return `is longer than ${URL_MAX_LENGTH} characters.`;
  if (!/^[\x21-\x7e]+$/.test(text) || text.includes('\\'))
    return 'has characters that are not allowed. Escape them.';
  if (text.includes('#')) return 'has a fragment (#). Remove it.';
  if (text.includes('*')) return 'has a wildcard. Register each URL separately.';
  if (url.hostname.endsWith('.')) return 'has a host that ends in a dot. Remove it.';
  if (url.username || url.password) return 'has a user name or password. Remove it.';
  if (url.protocol === 'http:' && !LOOPBACK_HOSTS.includes(url.hostname)) {
    return 'is not https. Only localhost, 127.0.0.1 and [::1] may use http.';
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'is not https.';
  const taken = ANSWER_PARAMETERS.find((name) => url.searchParams.has(name));
  return taken === undefined
    ? null
    : `has the query parameter ${taken}, which the answer adds. Use another name.`;
}
