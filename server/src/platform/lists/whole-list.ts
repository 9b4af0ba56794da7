import { Type } from '@rapport/contract/json-schema';
import type { Static } from 'typebox';
import { Problem } from '../problem.ts';
import { CURSOR_MAX_LENGTH } from './cursor.ts';
import { LIMIT_MAX } from './list-query.ts';

/**
 * The query of a list that is short enough to be answered whole. It takes a limit, because some
 * programs send one with every list.
 */
export const WholeListQuery = Type.Object(
  {
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: LIMIT_MAX,
        description: 'Records a page. Default: all of them.',
      }),
    ),
    cursor: Type.Optional(
      Type.String({ maxLength: CURSOR_MAX_LENGTH, description: 'next_cursor of the previous page.' }),
    ),
  },
  { additionalProperties: false },
);

/**
 * One page of a list that is in memory. A cursor is the `key` of the last record on the previous
 * page; 400 when no record has this key. A refusal of the list is passed on.
 */
export function pageOfWhole<K extends string, T extends Record<K, string | null>>(
  records: T[] | Problem,
  key: K,
  query: Static<typeof WholeListQuery>,
): { data: T[]; next_cursor: string | null } | Problem {
  if (records instanceof Problem) return records;
  const { limit = records.length, cursor } = query;
  const last = records.findIndex((record) => record[key] === cursor);
  if (cursor !== undefined && last === -1) {
    return new Problem(
      'cursor_invalid',
      'The cursor belongs to another list, or its record is gone. Start again without cursor.',
    );
  }
  const data = records.slice(last + 1, last + 1 + limit);
  const isEnd = last + 1 + limit >= records.length;
  return { data, next_cursor: isEnd ? null : data.at(-1)![key] };
}
