import { domainToASCII } from 'node:url';
import type { HeldReason } from '@rapport/contract/mail-drop';
import type { Signs } from '../../reading/read-drop.ts';

/**
 * Why a mail is not taken for one of its User; null: it is. `own`: their addresses, in lower case.
 * `authserv_id`: the server whose word counts; null: none does.
 */
export function whyHeld(
  { senders, results }: Pick<Signs, 'senders' | 'results'>,
  own: ReadonlySet<string>,
  authserv_id: string | null,
): HeldReason | null {
  const [sender = '', ...others] = senders;
  if (others.length > 0 || !/^[^\s@]+@[^\s@]+$/.test(sender)) return 'unclear_sender';
  if (!own.has(sender)) return 'other_sender';
  const domain = asciiOf(sender.slice(sender.indexOf('@') + 1));
  return isProven(results, authserv_id, domain) ? null : 'unproven';
}

/**
 * True when the server says that SPF or DKIM passed (RFC 8601 §2.7) for the domain of the sender,
 * or one above it, or DMARC, which is both (RFC 7489 §3.1).
 */
function isProven(results: string | null, authserv_id: string | null, domain: string): boolean {
  const plain = results === null ? null : withoutComments(results);
  if (plain === null || authserv_id === null || domain === '') return false;
  const [server = '', ...each] = plain.split(';').map((part) => part.trim());
  if (server.split(/\s+/)[0]?.toLowerCase() !== authserv_id) return false;
  return each.some((one) => {
    const [verdict = '', ...properties] = one.replaceAll(/(?<!\s)\s*=\s*/g, '=').split(/\s+/);
    const [method = '', result] = splitOnce(verdict.toLowerCase(), '=');
    if (result !== 'pass') return false;
    const said = new Map(properties.map((property) => splitOnce(property, '=')));
    const proven = PROVES[method.split('/')[0]!]?.map((name) => said.get(name)).find((value) => value);
    return proven !== undefined && isOrAbove(domainIn(proven), domain);
  });
}

/** The properties that name the domain for which a method passed; the first one counts. */
const PROVES: Record<string, string[]> = {
  dkim: ['header.d', 'header.i'],
  spf: ['smtp.mailfrom'],
  dmarc: ['header.from'],
};

/**
 * A header without its comments, and with a letter in place of what stands in quotes: both may have
 * words of the sender. Null: one of them does not end.
 */
function withoutComments(text: string): string | null {
  let [plain, depth, isQuoted] = ['', 0, false];
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!;
    if (character === '\\' && (isQuoted || depth > 0)) at++;
    else if (isQuoted) isQuoted = character !== '"';
    else if (character === '(') depth++;
    else if (character === ')' && depth > 0) {
      depth--;
      plain += ' ';
    } else if (depth === 0) {
      isQuoted = character === '"';
      plain += isQuoted ? 'q' : character;
    }
  }
  return depth > 0 || isQuoted ? null : plain;
}

function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return at === -1 ? [text, ''] : [text.slice(0, at).toLowerCase(), text.slice(at + 1)];
}

function domainIn(value: string): string {
  return asciiOf(value.slice(value.lastIndexOf('@') + 1));
}

function asciiOf(domain: string): string {
  return domainToASCII(domain.toLowerCase().replace(/\.$/, ''));
}

/** A domain above speaks for those below it. One without a dot is of a registry. */
function isOrAbove(above: string, domain: string): boolean {
  return above.includes('.') && (domain === above || domain.endsWith(`.${above}`));
}
