import { Readable } from 'node:stream';
import { Type } from '@rapport/contract/json-schema';
import type { RecordDefinition } from '@rapport/contract/records/define-record';
import type { TSchema } from 'typebox';
import type { Api } from '../../platform/http/api/api.ts';
import { refusals } from '../../platform/http/api/openapi.ts';
import type { ListQuery } from '../../platform/lists/list-query.ts';
import { listQuerySchema } from '../../platform/lists/list-schema.ts';
import { Problem } from '../../platform/problem.ts';
import type { AnyKind, RecordsCore } from '../kind.ts';
import { exportRecords } from './actions.ts';

/** The list of a kind as a file. */
export function exportRoute(api: Api, core: RecordsCore, kind: AnyKind): void {
  const { plural, title, path } = kind.definition;
  api.get(
    `${path}.csv`,
    {
      schema: {
        tags: [`${title}s`],
        operationId: `export${title}s`,
        summary: `Export ${plural} as a CSV file`,
        description:
          'The whole list, with its filters and order, and all that is in a record: the uuid, the names of what it refers to, whole lists as ' +
          'JSON beside their first entry, custom fields. No cell starts a formula: an apostrophe stands before it, which the import takes off. ' +
          'Importing the file again changes nothing. A view that names something the list no longer has is refused, as no file can say so. A file that breaks off has no end of the connection: ask again.',
        querystring: exportQuery(kind.definition),
        response: {
          200: { description: 'The file.', content: { 'text/csv': { schema: Type.String() } } },
          ...refusals(400, 401, 404),
        },
      },
    },
    async (request, reply) => {
      const { caller, query } = request;
      const lines = await exportRecords(core, kind, caller, query, request.asked.callerNow);
      if (lines instanceof Problem) return lines;
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="${plural}.csv"`)
        .send(Readable.from(lines, { objectMode: false, highWaterMark: 1 }));
    },
  );
}

/** The query of the list, but for its pages: the file has all of them. */
function exportQuery({ list }: RecordDefinition) {
  const { properties, ...schema } = listQuerySchema(list, { hasViews: true }) as unknown as TSchema & {
    properties: Record<string, TSchema>;
  };
  const { limit: _, cursor: __, include: ___, sum: ____, ...kept } = properties;
  return Type.Unsafe<ListQuery>({ ...schema, properties: kept });
}
