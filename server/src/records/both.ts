import { fold } from '@rapport/contract/fold';
import type { RecordField } from '@rapport/contract/records/record-field';
import type { Share } from '@rapport/contract/records/share-fields';

// The value of one record out of two: all that both say, and where they differ that of the first.

type Entry = Record<string, unknown>;

export function firstOf(mine: unknown, theirs: unknown): unknown {
  return mine === null || mine === '' ? theirs : mine;
}

export function bothTags(mine: string[], theirs: string[]): string[] {
  return withoutTwins([...mine, ...theirs], fold);
}

export function bothPoints(mine: Entry[], theirs: Entry[]): Entry[] {
  // A phone number is the same in any spelling.
  return joined(mine, theirs, ({ value, e164, extension }) =>
    e164 ? `${e164} ${extension ?? ''}` : fold(String(value)),
  );
}

export function bothAddresses(mine: Entry[], theirs: Entry[]): Entry[] {
  return joined(mine, theirs, ({ label: _, primary: __, ...address }) =>
    fold(Object.values(address).join(' ')),
  );
}

export function bothLinks(mine: Entry[], theirs: Entry[], { key }: RecordField): Entry[] {
  return joined(mine, theirs, (link) => String(link[key!]));
}

export function bothShares(mine: Share[], theirs: Share[]): Share[] {
  return withoutTwins([...mine, ...theirs], (share) => share.user_uuid ?? share.team_uuid ?? '');
}

/** The entries of both. Of two primary ones, the first stays so. */
function joined(mine: Entry[], theirs: Entry[], identify: (entry: Entry) => string): Entry[] {
  const hasPrimary = mine.some(({ primary }) => primary);
  const more = hasPrimary
    ? theirs.map((entry) => (entry.primary ? { ...entry, primary: false } : entry))
    : theirs;
  return withoutTwins([...mine, ...more], identify);
}

/** The items with what identifies them, each once: the first of them. */
export function withoutTwins<Item>(items: Item[], identify: (item: Item) => string): Item[] {
  const known = new Set<string>();
  return items.filter((item) => {
    const identity = identify(item);
    return known.has(identity) ? false : known.add(identity);
  });
}
