import type { Cause } from '../access/caller.ts';

/** The longest name in a notification, in characters. */
const TITLE_MAX = 120;

/** The most places of a text at which people are looked for. */
const MENTIONS_MAX = 50;

/** Longer than a name or an address that people type behind an @. */
const NAME_MAX = 120;

/**
 * The User whose own doing a change is; null when it is a program's, or the operator's. A personal
 * access token is a tool of its User. An application acts by itself, also for who let it in.
 */
export function doerOf({
  actor,
  oauth_client_uuid,
}: Pick<Cause, 'actor' | 'oauth_client_uuid'>): string | null {
  const isTheirs = actor.type === 'browser_session' || actor.type === 'personal_access_token';
  return isTheirs && oauth_client_uuid === null ? actor.user_uuid : null;
}

/**
 * What follows each @ of a text that may begin the name of a person. An @ within a word belongs to
 * an address.
 */
export function mentionsIn(text: string): string[] {
  const found = text.matchAll(/(?<![\p{L}\p{N}_.+-])@(?=[\p{L}\p{N}])/gu);
  const tails = [...found].slice(0, MENTIONS_MAX).map(({ index }) => {
    return text.slice(index + 1, index + 1 + NAME_MAX).split('\n')[0]!;
  });
  return [...new Set(tails)];
}

/** The name of a record in one short line. */
export function titleOf(text: string): string {
  const line = text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
  return line.length <= TITLE_MAX ? line : `${line.slice(0, TITLE_MAX - 1).trimEnd()}…`;
}
