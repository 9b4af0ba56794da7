import { fold } from '@rapport/contract/fold';
import type { Tag } from '@rapport/contract/tags';
import { useQuery } from '@tanstack/react-query';
import { reads } from '../../api/queries.ts';

/** The query for all tags of the User's Accounts. They are counted, so they are not read often. */
export const TAGS = { ...reads<Tag[]>(['tags'], '/api/v2/tags'), staleTime: 5 * 60_000 };

const NONE: Tag[] = [];

/** Returns the tags of an Account, or of all. Empty until they are read. */
export function useTags(account_uuid: string | null, enabled = true): Tag[] {
  const { data = NONE } = useQuery({ ...TAGS, enabled });
  return account_uuid === null ? data : data.filter((tag) => tag.account_uuid === account_uuid);
}

/** Returns the tags without those that are named, in whatever spelling. */
export function withoutTags(tags: string[], named: string[]): string[] {
  const forms = new Set(named.map(fold));
  return tags.filter((tag) => !forms.has(fold(tag)));
}
