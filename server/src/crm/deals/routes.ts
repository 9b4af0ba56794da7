import { Type } from '@rapport/contract/json-schema';
import { Board } from '@rapport/contract/records/board';
import { DEAL } from '@rapport/contract/records/deals';
import type { TObject } from 'typebox';
import { type Api, envelope } from '../../platform/http/api/api.ts';
import { dataOf, refusals } from '../../platform/http/api/openapi.ts';
import { filterParameters, TIME_ZONE, WITH_FILTERS } from '../../platform/lists/list-schema.ts';
import type { RecordsCore } from '../../records/kind.ts';
import { readBoard } from './actions.ts';

const BoardQuery: TObject = Type.Object(
  {
    pipeline_uuid: Type.String({ format: 'uuid', description: 'The pipeline.' }),
    ...TIME_ZONE,
    ...filterParameters(DEAL.list),
  },
  WITH_FILTERS,
);

export function boardRoute(api: Api, core: RecordsCore): void {
  api.get(
    '/api/v2/deals/board',
    {
      schema: {
        tags: ['Deals'],
        operationId: 'retrieveBoard',
        summary: 'Retrieve the board of a pipeline',
        description:
          'For each stage, its open deals: their number, their sums by currency, and the newest 50.',
        querystring: Type.Unsafe<{ pipeline_uuid: string; [filter: string]: unknown }>(BoardQuery),
        response: { 200: dataOf(Board), ...refusals(400, 401, 404) },
      },
    },
    async ({ caller, query }) => {
      const { pipeline_uuid, ...filters } = query;
      return envelope(await readBoard(core, caller, pipeline_uuid.toLowerCase(), filters));
    },
  );
}
