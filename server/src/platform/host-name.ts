/**
 * A part of a host name between dots (RFC 1123, section 2.1), with the underscore that some have.
 */
const LABEL = /^[a-z\d_](?:[a-z\d_-]{0,61}[a-z\d_])?$/;

const LENGTH_MAX = 253;

/** True for a host name in the form in which `URL` gives it: lower case, ASCII. */
export function isHostName(host: string): boolean {
  const name = host.replace(/\.$/, '');
  return name.length <= LENGTH_MAX && name.split('.').every((label) => LABEL.test(label));
}

/**
 * The domain that a text names, be it a host or the address of a page: `https://www.3m.com/about`
 * and `WWW.3M.com` are `3m.com`, `müller.de` is `xn--mller-kva.de`. Null for other text.
 */
export function domainIn(text: string): string | null {
  const hasScheme = /^[a-z][a-z\d+.-]*:\/\//i.test(text);
  const url = URL.parse(hasScheme ? text : `https://${text}`);
  if (!url || !['http:', 'https:'].includes(url.protocol)) return null;
  // Without a scheme it is an e-mail address.
  if (!hasScheme && url.username !== '') return null;
  const domain = url.hostname.replace(/\.$/, '').replace(/^www\.(?=.+\.)/, '');
  // `1.5` is no domain, although `URL` makes the address 1.0.0.5 of it.
  const isNumber = /^[\d.]+$/.test(domain) && !text.includes(domain);
  return domain.includes('.') && isHostName(domain) && !isNumber ? domain : null;
}
