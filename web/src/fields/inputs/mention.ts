import { fold } from '@rapport/contract/fold';
import type { Member } from './members.ts';

/** More would not be read. Another letter makes them fewer. */
const OFFERED_MAX = 6;

/** A name that is being typed behind an @: where it begins, and what of it is there. */
type Beginning = { at: number; typed: string };

/** Finds what is typed of a name before the cursor. Null where no name is being typed. */
export function beginningAt(text: string, cursor: number): Beginning | null {
  const found = /(?:^|[^\p{L}\p{N}_.+-])@([\p{L}\p{N}.'-]*(?: [\p{L}\p{N}.'-]*)?)$/u.exec(
    text.slice(0, cursor),
  );
  return found && { at: cursor - found[1]!.length - 1, typed: found[1]! };
}

/** The members whose name, or a word of it, begins so. */
export function offeredFor({ typed }: Beginning, members: Member[]): Member[] {
  const wanted = fold(typed);
  return members
    .filter(({ name, says }) => ` ${fold(name)}`.includes(` ${wanted}`) || fold(says).startsWith(wanted))
    .filter(({ says }) => fold(says) !== wanted)
    .slice(0, OFFERED_MAX);
}

/** The text with the whole name in place of its beginning, and where the cursor stands then. */
export function withName(
  text: string,
  cursor: number,
  { at }: Beginning,
  { says }: Member,
): { text: string; cursor: number } {
  const before = `${text.slice(0, at)}@${says} `;
  return { text: before + text.slice(cursor).replace(/^ /, ''), cursor: before.length };
}
