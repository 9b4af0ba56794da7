import type { Form } from '../platform/http/pages/form.ts';

/**
 * What is wrong with the `resource` of a request (RFC 8707 §2), or null. It says for which API a
 * token is meant, and there is one here: the base URL. An application that means another, or two,
 * must not get a token that it sends elsewhere.
 */
export function targetFault({ values, repeated }: Form, base_url: string): string | null {
  if (repeated.includes('resource')) return 'resource is sent more than once. Send it once.';
  const { resource } = values;
  if (resource === undefined || resource.replace(/\/$/, '') === base_url) return null;
  return `resource must be ${base_url}, the API of this service, or be left out.`;
}
