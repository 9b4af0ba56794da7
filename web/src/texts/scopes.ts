import { EVERYTHING, SCOPE_WORDS, SCOPED_KINDS } from '@rapport/contract/scopes';

const POWERS = { read: 'Only read', write: 'Read and change records', '*': 'Everything that you can' };

const OTHERS: Record<string, string> = {
  [EVERYTHING]: POWERS['*'],
  'account:read': 'see members, fields, views',
  account: 'change fields, views, settings',
  webhooks: 'webhooks of its own',
  propose: 'propose changes, which you decide',
  'mails:read': 'read mails that you may read',
  'mails:send': 'send mails from your mailboxes',
  openid: 'sign you in',
  profile: 'know your name',
  email: 'know your e-mail address',
};

/** A scope in words. */
export function sayScope(scope: string): string {
  const kind = SCOPED_KINDS.find(({ plural }) => scope.startsWith(`${plural}:`));
  if (!kind) return OTHERS[scope] ?? scope;
  return `${scope.endsWith(':write') ? 'change' : 'see'} ${kind.title}s`;
}

/**
 * All that a token may do, in words. Scopes that together are one word of the API are said by it.
 */
export function sayPower(scope: string): string {
  const scopes = scope.split(' ');
  const isWord = (all: readonly string[]) =>
    all.length === scopes.length && all.every((one) => scopes.includes(one));
  if (scope === EVERYTHING) return POWERS[EVERYTHING];
  const word = (['read', 'write'] as const).find((word) => isWord(SCOPE_WORDS[word]!));
  return word ? POWERS[word] : capital(scopes.map(sayScope).join(', '));
}

/** A text of several parts, with a capital letter at its beginning. */
export function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
