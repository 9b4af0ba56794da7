/** `localhost` and the names below it, which mean the machine itself (RFC 6761 §6.3). */
export function isLocalhostName(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost');
}

/** A name that only a local network can answer: a single word, or one below a local domain. */
export function isLocalName(host: string): boolean {
  return !host.includes('.') || LOCAL_DOMAINS.some((domain) => host.endsWith(`.${domain}`));
}

/** A lower-case ASCII name that DNS can carry (RFC 1035 §2.3.4), with the common underscore. */
export function isDnsName(host: string): boolean {
  return host.length <= 253 && /^([a-z0-9_-]{1,63}\.)*[a-z0-9_-]{1,63}$/.test(host);
}

/**
 * RFC 6761 (localhost), RFC 6762 §3 and appendix G (local, intranet to lan), RFC 8375 (home.arpa),
 * and internal, which ICANN reserved in 2024. Cloud metadata names such as metadata.google.internal
 * end in one of them.
 */
const LOCAL_DOMAINS = [
  ...['localhost', 'local', 'internal', 'home.arpa'],
  ...['intranet', 'private', 'corp', 'home', 'lan'],
];
