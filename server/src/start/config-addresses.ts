/**
 * The settings that are addresses. Each function adds its fault to `faults`, with the allowed
 * values.
 */

/** The port when PORT is not set. */
export const PORT_DEFAULT = 3000;

export function readBaseUrl(text: string | undefined, port: number | string, faults: string[]): string {
  if (!text) return `http://localhost:${port}`;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isBare =
    url && !url.search && !url.hash && !url.username && !url.password && !url.hostname.endsWith('.');
  if (!isBare || !['http:', 'https:'].includes(url.protocol)) {
    faults.push(
      `RAPPORT_BASE_URL is "${text}". It must be the address that others use, for example https://crm.example.com.`,
    );
  }
  return isBare ? (url.origin + url.pathname).replace(/\/+$/, '') : text;
}

export function readDatabaseUrl(text: string | undefined, faults: string[]): string | null {
  if (!text) return null;
  if (namesSeveralHosts(text)) {
    faults.push(
      'DATABASE_URL names several hosts, and Rapport connects to one. Name an address that always leads to the primary, such as that of ' +
        'HAProxy, of a virtual IP or of the service of your provider.',
    );
    return text;
  }
  const url = parseAddress(text, ['postgres:', 'postgresql:']);
  // The name of the database is enough: PGHOST then gives the host.
  const names = url && [url.hostname, url.searchParams.get('host'), url.pathname.slice(1)].some(Boolean);
  if (!names) {
    // The value is not repeated: it may hold a password.
    faults.push(
      'DATABASE_URL must be an address such as postgres://user:password@localhost:5432/rapport. ' +
        'Write special characters of the password as %XX.',
    );
  }
  for (const mode of url?.searchParams.getAll('sslmode') ?? []) {
    // The library would ignore any other value.
    if (!SSL_MODES.includes(mode)) {
      faults.push(`DATABASE_URL has sslmode=${mode}. It must be one of ${SSL_MODES.join(', ')}.`);
    }
  }
  return text;
}

/**
 * True for several hosts in the forms of libpq: `postgres://a:5432,b:5432/rapport` or `?host=a,b`.
 */
function namesSeveralHosts(text: string): boolean {
  const [, authority = '', query = ''] = /^postgres(?:ql)?:\/\/([^/?#]*)[^?]*\??(.*)$/.exec(text) ?? [];
  const hosts = new URLSearchParams(query).getAll('host');
  return (
    authority.split('@').at(-1)!.includes(',') || hosts.length > 1 || hosts.some((host) => host.includes(','))
  );
}

/** The modes that the library supports. */
const SSL_MODES = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify'];

export function readSmtpUrl(text: string | undefined, faults: string[]): string | null {
  if (!text) return null;
  if (!parseAddress(text, ['smtp:', 'smtps:'])?.hostname) {
    // The value is not repeated: it may hold a password.
    faults.push(
      'SMTP_URL must be an address that begins with smtp:// or smtps://, for example smtps://user:password@mail.example.com. ' +
        'Write special characters of the password as %XX.',
    );
  }
  return text;
}

export function readMailFrom(text: string | undefined, faults: string[]): string | null {
  if (!text) return null;
  // The mail server decides about finer rules. Here it matters that no second header or address
  // gets in.
  if (!/^[^\s\p{Cc}@<>",;:]+@[^\s\p{Cc}@<>",;:]+$/u.test(text)) {
    faults.push(
      `RAPPORT_MAIL_FROM is "${text}". It must be the address that mails come from, for example crm@example.com.`,
    );
  }
  return text;
}

export function readOtlpEndpoint(text: string | undefined, faults: string[]): string | null {
  if (!text) return null;
  const url = URL.parse(text);
  const extras = url ? url.username + url.password + url.search + url.hash : '';
  if (!url || !/^https?:\/\//.test(text) || extras !== '') {
    // The value is not repeated: it may hold a password.
    faults.push(
      'OTEL_EXPORTER_OTLP_ENDPOINT must be the address of a collector, without user name, password, query or fragment, for example ' +
        'http://localhost:4318.',
    );
  }
  return text;
}

/** Parses `name=value,name=value`, in OpenTelemetry's form with %XX for special characters. */
export function readOtlpHeaders(text: string | undefined, faults: string[]): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const part of text ? text.split(',') : []) {
    const [, name, value] = /^\s*([\w!#$%&'*+.^`|~-]+)\s*=\s*(\S(?:.*\S)?)\s*$/.exec(part) ?? [];
    const decoded = value === undefined ? undefined : decodedHeader(value);
    if (name === undefined || decoded === undefined) {
      // The value is not repeated: it may hold a key.
      faults.push(
        'OTEL_EXPORTER_OTLP_HEADERS must be a list of headers such as x-api-key=abc,tenant=7. ' +
          'Write special characters of a value as %XX.',
      );
      return {};
    }
    headers[name.toLowerCase()] = decoded;
  }
  return headers;
}

/** Decodes %XX in a value; undefined when the result is no valid header value. */
function decodedHeader(text: string): string | undefined {
  try {
    const value = decodeURIComponent(text);
    return /^[\t\x20-\x7e]*$/.test(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Parses an address. Every `%XX` in it must be a character, because the libraries that connect
 * decode its parts, and throw otherwise.
 */
function parseAddress(text: string, protocols: string[]): URL | undefined {
  try {
    const url = new URL(text);
    for (const part of [url.username, url.password, url.pathname]) decodeURIComponent(part);
    return protocols.includes(url.protocol) && /^\w+:\/\//.test(text) ? url : undefined;
  } catch {
    return undefined;
  }
}
