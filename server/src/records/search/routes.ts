import { Closed } from '@rapport/contract/fields';
import { Type } from '@rapport/contract/json-schema';
import { SEARCHED, type SearchHit } from '@rapport/contract/records/search';
import { reads } from '../../access/reach.ts';
import { reachIn } from '../../access/rules.ts';
import { seenBy } from '../../access/sight.ts';

import type { Api } from '../../platform/http/api/api.ts';
import { refusals } from '../../platform/http/api/openapi.ts';
import { Problem } from '../../platform/problem.ts';
import type { RecordsCore } from '../kind.ts';
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
      description: `Only these kinds, comma separated: ${SEARCHED.join(', ')}.`,
      examples: [SEARCHED.slice(0, 2).join(',')],
    }),
  ),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 50,
      description: `Records of each kind; ${LIMIT_DEFAULT} when left out.`,
    }),
  ),
  account_uuid: Type.Optional(Type.String({ format: 'uuid', description: 'Only records of this Account.' })),
});

export function searchRoute(api: Api, core: RecordsCore): void {
  api.get(
    '/api/v2/search',
    {
      schema: {
        tags: ['Search'],
        operationId: 'searchRecords',
        summary: 'Search all kinds of records',
        description:
          'A few records of each kind, the best first: those whose name begins with q, those with its words at beginnings of words of the name, those with them inside the name, and those with them elsewhere.',
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
      const kinds = core.kinds.filter(
        ({ definition: { name } }) => wanted.includes(name) && reads(reach, name),
      );
      if (kinds.length === 0) return { data: [] };
      // A hint may name a record of another kind.
      const readsAll = SEARCHED.every((name) => reads(reach, name));
      const asked = readsAll ? kinds : kinds.map(({ hint: _, ...kind }) => kind);
      return { data: await searchKinds(seenBy(core.db, reach), asked, reach, q, limit) };
    },
  );
}

function queryFault(pointer: string, code: 'too_short' | 'not_in_list', detail: string): Problem {
  return new Problem('query_invalid', detail, { errors: [{ pointer, code, detail }] });
}
