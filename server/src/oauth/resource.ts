import type { Form } from '../platform/http/pages/form.ts';

/** What a token can be for: the addresses of this service. */
type Here = { base_url: string; mcp: boolean };

/** The address at which assistants connect. Tokens for it work only there. */
export function mcpAddress(base_url: string): string {
  return `${base_url}/mcp`;
}

/**
 * What is wrong with the `resource` of a request (RFC 8707 §2), or null. It says for which address
 * a token is meant. An application that means another, or two, must not get a token that it sends
 * elsewhere.
 */
export function targetFault({ values, repeated }: Form, { base_url, mcp }: Here): string | null {
  if (repeated.includes('resource')) return 'resource is sent more than once. Send it once.';
  const { resource } = values;
  const known = mcp ? [base_url, mcpAddress(base_url)] : [base_url];
  if (resource === undefined || known.includes(resource.replace(/\/$/, ''))) return null;
  return `resource must be ${known.join(' or ')}, or be left out.`;
}

/** True when the request names the address of assistants; undefined when it names none. */
export function isForMcp(resource: string | undefined, base_url: string): boolean | undefined {
  return resource === undefined ? undefined : resource.replace(/\/$/, '') === mcpAddress(base_url);
}
