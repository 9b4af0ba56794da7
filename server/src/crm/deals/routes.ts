import { Type } from '@rapport/contract/json-schema';
import { Board } from '@rapport/contract/records/board';
import { DEAL } from '@rapport/contract/records/deals';
import type { TObject } from 'typebox';
import { type Api, envelope } from '../../platform/http/api/api.ts';
import { dataOf, refusals } from '../../platform/http/api/openapi.ts';
import { filterParameters, TIME_ZONE, WITH_FILTERS } from '../../platform/lists/list-schema.ts';
import type { RecordsCore } from '../../records/kind.ts';
import { type BoardPage, readBoard } from './actions.ts';

const BoardQuery: TObject = Type.Object(
  {
    pipeline_uuid: Type.String({ format: 'uuid', description: 'The pipeline.' }),
    stage_uuid: Type.Optional(Type.String({ format: 'uuid', description: 'Only this stage.' })),
    cursor: Type.Optional(
      Type.String({
        maxLength: 200,
        description: 'The next_cursor of a stage, for its next 50 deals; together with stage_uuid.',
      }),
    ),
    ...TIME_ZONE,
    ...filterParameters(DEAL.list),
  },
  WITH_FILTERS,
);

type Filters = { [filter: string]: unknown };

export function boardRoute(api: Api, core: RecordsCore): void {
  api.get(
    '/api/v2/deals/board',
    {
      schema: {
        tags: ['Deals'],
        operationId: 'retrieveBoard',
        summary: 'Retrieve the board of a pipeline',
        description:
          'For each stage, its open deals: their number, their sums by currency, and 50 of them, the last that entered it first.',
        querystring: Type.Unsafe<{ pipeline_uuid: string } & BoardPage & Filters>(BoardQuery),
        response: { 200: dataOf(Board), ...refusals(400, 401, 404) },
      },
    },
    async ({ caller, query }) => {
      const { pipeline_uuid, stage_uuid, cursor, ...filters } = query;
      const page = { stage_uuid: stage_uuid?.toLowerCase(), cursor };
      return envelope(await readBoard(core, caller, pipeline_uuid.toLowerCase(), page, filters));
    },
  );
}
