/**
 * Refusals as values, with one class for each place in which an RFC wants the error. `description`
 * tells the integrator what to do; `detail` is for the log alone.
 */

/**
 * A refusal of a request whose redirect URL cannot be trusted. It is shown on a page, never
 * redirected (RFC 6749 §3.1.2.4).
 */
export class UntrustedRequest {
  readonly description: string;
  readonly detail: string;

  constructor(description: string, detail = '') {
    this.description = description;
    this.detail = detail;
  }
}

type AuthorizationErrorCode =
  | 'invalid_request'
  | 'unsupported_response_type'
  | 'invalid_scope'
  | 'access_denied'
  | 'server_error'
  | 'temporarily_unavailable'
  | 'login_required'
  | 'consent_required'
  | 'request_not_supported'
  | 'request_uri_not_supported'
  | 'invalid_target';

/**
 * A refusal that goes back to the application by redirect (RFC 6749 §4.1.2.1, OpenID Connect Core
 * §3.1.2.6).
 */
export class AuthorizationError {
  readonly error: AuthorizationErrorCode;
  readonly description: string;

  constructor(error: AuthorizationErrorCode, description: string) {
    this.error = error;
    this.description = printable(description);
  }
}

export const ENDPOINT_ERROR_CODES = [
  'invalid_request',
  'invalid_client',
  'invalid_grant',
  'unsupported_grant_type',
  'invalid_scope',
  'invalid_target',
  'temporarily_unavailable',
  'server_error',
] as const;

type EndpointErrorCode = (typeof ENDPOINT_ERROR_CODES)[number];

/**
 * A refusal as the JSON answer of the token, revocation or introspection endpoint (RFC 6749 §5.2).
 */
export class EndpointError {
  readonly error: EndpointErrorCode;
  readonly description: string;
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly detail: string;

  constructor(
    error: EndpointErrorCode,
    description: string,
    more: { status?: number; headers?: Record<string, string>; detail?: string } = {},
  ) {
    this.error = error;
    this.description = printable(description);
    this.status = more.status ?? 400;
    this.headers = more.headers ?? {};
    this.detail = more.detail ?? '';
  }
}

/**
 * Replaces the characters that error_description forbids: it allows %x20-21 / %x23-5B / %x5D-7E
 * (RFC 6749 §4.1.2.1), and text from a request may hold any.
 */
function printable(text: string): string {
  return text.replaceAll('"', "'").replace(/[^\x20-\x21\x23-\x5b\x5d-\x7e]/g, '?');
}
