import { isEmail } from '../../../platform/email.ts';

/** Marks of writing direction and of zero width. They come with a copy and nobody sees them. */
const INVISIBLE = /[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\u00ad]/g;

/** The address in `Ann <ann@example.com>` or `mailto:ann@example.com`; null when there is none. */
export function readEmail(text: string): string | null {
  const clean = text.replace(INVISIBLE, '').trim();
  const address = (/<([^<>]+)>\s*$/.exec(clean)?.[1] ?? clean).replace(/^mailto:/i, '').trim();
  return isEmail(address) ? address : null;
}

/** A phone number as it is written, without what nobody sees. The service keeps its E.164 form. */
export function readPhone(text: string): string {
  return text.replace(INVISIBLE, '').replace(/^tel:/i, '').trim();
}

/** An address of the web with its scheme: `www.3m.com` → `https://www.3m.com`. */
export function readWebsite(text: string): string | null {
  const [first = ''] = text.split(/\s+/, 1);
  const address = /^https?:\/\//i.test(first) ? first : `https://${first.replace(/^\/\//, '')}`;
  const url = URL.parse(address);
  return url?.hostname.includes('.') ? address : null;
}
