import type { Nudge } from '@rapport/contract/live';
import { type Reach, reads } from '../access/reach.ts';
import type { Note } from './nudge.ts';

/** Whom a stream tells: a User, and the Accounts that they can reach. */
export type Audience = {
  user_uuid: string;
  account_uuids: ReadonlySet<string>;
  /** False for a narrow token: what is the User's own is not told. */
  is_user: boolean;
  /** The scopes of a narrow token; null: it may be told of all. */
  scope: readonly string[] | null;
  /** Where they see not all records. When that changes, pages read all again. */
  sight: Reach['sight'];
};

/** More uuids of one kind are not named in one message. */
const NAMED_MAX = 100;

/** True when the note is for this audience. */
export function isFor({ user_uuid, account_uuid, resource }: Note, audience: Audience): boolean {
  if (user_uuid !== null) return audience.is_user && user_uuid === audience.user_uuid;
  if (account_uuid === null || !audience.account_uuids.has(account_uuid)) return false;
  return reads(audience, resource);
}

/** The notes as nudges, those of a kind and a change together, without saying for whom. */
export function nudgesOf(notes: Note[]): Nudge[] {
  const same = Map.groupBy(notes, ({ resource, account_uuid, change_uuid }) =>
    [resource, account_uuid, change_uuid].join(' '),
  );
  return [...same.values()].map((all) => {
    const { resource, account_uuid, change_uuid } = all[0]!;
    const uuids = new Set(all.flatMap((one) => one.uuids ?? []));
    // A mail is known here by what its events have behind them, which nobody else knows.
    const isNamed = resource !== 'mail' && uuids.size <= NAMED_MAX && all.every((one) => one.uuids !== null);
    return { resource, account_uuid, uuids: isNamed ? [...uuids] : null, change_uuid };
  });
}
