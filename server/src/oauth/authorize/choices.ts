import {
  ACCOUNT,
  ACCOUNT_READ,
  EVERYTHING,
  MAILS_READ,
  MAILS_SEND,
  NARROW_SCOPES,
  PROPOSE,
  SCOPE_WORDS,
  SCOPED_KINDS,
  scopesOf,
  WEBHOOKS,
} from '@rapport/contract/scopes';
import { covers, isSignIn } from '../scopes.ts';

/** A line of the consent page. Without a name it cannot be unticked. */
export type Choice = { name: string | null; text: string; scope: string };

/** What an application may see, and what it may change. */
export type Choices = { see: Choice[]; change: Choice[] };

/** All but seeing, for who asks for everything. */
const CHANGE = 'change';

/** What the User allows: less than the application asks for, or the same. */
export type Allowed = {
  scope: string[];
  /** Null: all Accounts, also those joined later. */
  account_uuids: string[] | null;
};

/** The lines of the consent page for what an application asks for. */
export function choicesOf(asked: readonly string[]): Choices {
  const lines = (texts: [string, string][]) =>
    texts
      .filter(([scope]) => asked.includes(scope))
      .map(([scope, text]): Choice => ({ name: scope, text, scope }));
  const hasApi = asked.some((scope) => !isSignIn(scope));
  // The API tells every token whose it is.
  const who = hasApi ? [fixed('Who you are: your name and your e-mail address', '')] : [];
  const signIn = lines(SIGN_IN).map((line) =>
    hasApi || line.scope === 'openid' ? { ...line, name: null } : line,
  );
  const people = hasApi ? [...signIn.filter(({ scope }) => scope === 'openid'), ...who] : signIn;
  if (!asked.includes(EVERYTHING)) return { see: [...lines(SEE), ...people], change: lines(WRITE) };
  return {
    see: [fixed('Everything that you can, and changes as they happen', EVERYTHING), ...people],
    change: [{ name: CHANGE, text: EVERYTHING_ELSE, scope: EVERYTHING }],
  };
}

function fixed(text: string, scope: string): Choice {
  return { name: null, text, scope };
}

const SIGN_IN: [string, string][] = [
  ['openid', 'That you are the same person each time you sign in'],
  ['profile', 'Your name'],
  ['email', 'Your e-mail address'],
];

const EVERYTHING_ELSE = 'Everything that you can. Without this tick it only sees';

const SEE: [string, string][] = [
  ...SCOPED_KINDS.map(({ plural, title }): [string, string] => [`${plural}:read`, `${title}s`]),
  [ACCOUNT_READ, 'Members, custom fields and views'],
  [MAILS_READ, 'Mails that you may read'],
  [WEBHOOKS, 'Changes as they happen, of what it may see'],
];

const WRITE: [string, string][] = [
  ...SCOPED_KINDS.map(({ plural, title }): [string, string] => [`${plural}:write`, `${title}s`]),
  [ACCOUNT, 'Custom fields, views, tags and settings of the Account'],
  [MAILS_SEND, 'Mails: it sends them from your mailboxes, in your name'],
  [PROPOSE, 'Nothing by itself: it proposes changes, and you accept or decline them'],
];

/**
 * What of a scope is allowed by these ticks. Nothing but what was asked for is ever in it; empty
 * when nothing is left.
 */
export function allowedScope(asked: readonly string[], ticked: ReadonlySet<string>): string[] {
  const hasApi = asked.some((scope) => !isSignIn(scope));
  const signIn = asked.filter(
    (scope) => isSignIn(scope) && (scope === 'openid' || hasApi || ticked.has(scope)),
  );
  if (asked.includes(EVERYTHING))
    return ticked.has(CHANGE) ? [...asked] : [...signIn, ...scopesOf(SCOPE_WORDS.read!)];
  const api = scopesOf(asked.filter((scope) => NARROW_SCOPES.includes(scope) && ticked.has(scope)));
  return [...signIn, ...api].filter((scope) => asked.includes(scope));
}

/** The Accounts that are ticked; null when all are, with those joined later; empty when none is. */
export function allowedAccounts(
  own: readonly string[],
  ticked: ReadonlySet<string>,
  isAll: boolean,
): string[] | null {
  const chosen = own.filter((uuid) => ticked.has(uuid));
  return own.length === 0 || (isAll && chosen.length === own.length) ? null : chosen;
}

/**
 * The scope of a grant after a consent. What the application may do is replaced by what was allowed
 * now, if it was asked for; the rest stays.
 */
export function grantedScope(
  before: readonly string[],
  asked: readonly string[],
  allowed: readonly string[],
): string[] {
  const isApi = (scope: string) => !isSignIn(scope);
  const api = (asked.some(isApi) ? allowed : before).filter(isApi);
  const kept = before.filter((scope) => isSignIn(scope) && !asked.includes(scope));
  return [...api, ...new Set([...kept, ...allowed.filter(isSignIn)])];
}

/** What of a scope a grant has. */
export function partOf(granted: readonly string[], asked: readonly string[]): string[] {
  return asked.filter((scope) => covers(granted, [scope]));
}
