import { Closed } from '@rapport/contract/fields';
import { Type } from '@rapport/contract/json-schema';
import { SEARCHED, SEARCHED_KINDS, type SearchHit } from '@rapport/contract/records/search';
import { reads } from '../../access/reach.ts';
import { reachIn } from '../../access/rules.ts';
import { seenInLists } from '../../access/sight.ts';
import type { Api } from '../../platform/http/api/api.ts';
import { refusals } from '../../platform/http/api/openapi.ts';
import { Problem } from '../../platform/problem.ts';
import type { RecordsCore } from '../kind.ts';
import type { Beside } from './beside.ts';
import { searchKinds } from './queries.ts';

const LIMIT_DEFAULT = 10;

const HITS = Type.Object({ data: Type.Array(Type.Unsafe<SearchHit>({ $ref: 'SearchHit#' })) });

const SearchQuery = Closed({
  q: Type.String({
    minLength: 1,
    maxLength: 200,
    description:
      'Each word begins a word of the record, or stands inside a word of its name (three letters or more) or inside a phone number (four digits or more). Mueller also finds Müller.',
    examples: ['love'],
  }),
  resources: Type.Optional(
    Type.String({
      maxLength: 200,
      description: `Only these, comma separated: ${SEARCHED.join(', ')}.`,
      examples: [SEARCHED.slice(0, 2).join(',')],
    }),
  ),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 50,
      description: `How many of each; ${LIMIT_DEFAULT} when left out.`,
    }),
  ),
  account_uuid: Type.Optional(Type.String({ format: 'uuid', description: 'Only records of this Account.' })),
});

export function searchRoute(api: Api, core: RecordsCore & { searched_beside: readonly Beside[] }): void {
  api.get(
    '/api/v2/search',
    {
      schema: {
        tags: ['Search'],
        operationId: 'searchRecords',
        summary: 'Search all kinds of records, and mails',
        description:
          'A few records of each kind, the best first: those whose name begins with q, those with its words at beginnings of words of the name, those with them inside the name, and those with them elsewhere. Of mails the newest with its words in what you may read of them, or with somebody whom you see and who has its words.',
        querystring: SearchQuery,
        response: { 200: HITS, ...refusals(400, 401, 404) },
      },
    },
    async ({ caller, query }) => {
      const { q, resources, limit = LIMIT_DEFAULT, account_uuid } = query;
      if (q.trim() === '') return queryFault('q', 'too_short', 'q must not be empty.');
      const wanted = resources?.split(',') ?? [...SEARCHED];
      const unknown = wanted.find((name) => !(SEARCHED as readonly string[]).includes(name));
      if (unknown !== undefined) {
        const detail = `resources has "${unknown}", which is none of ${SEARCHED.join(', ')}.`;
        return queryFault('resources', 'not_in_list', detail);
      }
      const reach = reachIn(caller, account_uuid ?? null);
      if (reach instanceof Problem) return reach;
      const beside = core.searched_beside.filter(({ name }) => wanted.includes(name) && reads(reach, name));
      const looked = new Set([...wanted, ...beside.flatMap(({ found_by }) => found_by)]);
      const kinds = core.kinds.filter(({ definition: { name } }) => looked.has(name) && reads(reach, name));
      // A hint may name a record of another kind.
      const readsAll = SEARCHED_KINDS.every((name) => reads(reach, name));
      const asked = readsAll ? kinds : kinds.map(({ hint: _, ...kind }) => kind);
      const db = seenInLists(core.db, reach);
      const found = asked.length > 0 ? await searchKinds(db, asked, reach, q, limit) : [];
      const who = { user_uuid: caller.user_uuid, reach };
      const further = await Promise.all(
        beside.map(({ found_by, search }) => {
          const records = found.filter(({ resource }) => found_by.includes(resource)).map(({ uuid }) => uuid);
          return search(core.db, who, { q, records, limit });
        }),
      );
      return { data: [...found.filter(({ resource }) => wanted.includes(resource)), ...further.flat()] };
    },
  );
}

function queryFault(pointer: string, code: 'too_short' | 'not_in_list', detail: string): Problem {
  return new Problem('query_invalid', detail, { errors: [{ pointer, code, detail }] });
}
