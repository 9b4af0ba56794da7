import { Readable } from 'node:stream';
import { AccountToWrite } from '@rapport/contract/fields';
import { Type } from '@rapport/contract/json-schema';
import type { RecordDefinition } from '@rapport/contract/records/define-record';
import { ImportResult } from '@rapport/contract/records/imports';
import type { FastifyRequest } from 'fastify';
import { type Api, envelope } from '../../platform/http/api/api.ts';
import { refusals } from '../../platform/http/api/openapi.ts';
import { refuseCoding } from '../../platform/http/server/body-coding.ts';
import { connectionLost } from '../../platform/http/server/connection-lost.ts';
import { stoppingSignal } from '../../platform/http/server/stopping.ts';
import { Slots } from '../../platform/limits/slots.ts';
import { TIME_ZONE } from '../../platform/lists/list-schema.ts';
import { Problem } from '../../platform/problem.ts';
import type { AnyKind, RecordsCore } from '../kind.ts';
import { addToMapping, type Mapping } from './columns.ts';

function importQuery({ csv_columns }: RecordDefinition) {
  const fields = Object.keys(csv_columns);
  return Type.Object(
    {
      account_uuid: AccountToWrite,
      dry_run: Type.Optional(
        Type.Boolean({ description: 'Check everything, say what would happen, keep nothing.' }),
      ),
      strict: Type.Optional(
        Type.Boolean({
          description:
            'True: a cell that cannot be read refuses its row. False, the default: it is left out, and named in losses.',
        }),
      ),
      ...TIME_ZONE,
      map: Type.Optional(
        Type.Unsafe<undefined>({
          type: 'object',
          additionalProperties: { type: 'string', enum: [...fields, ''] },
          description: `What to read a column as, with its name in the brackets: map[Security]=name. One of ${fields.join(', ')}; nothing leaves the column out. Columns that are not mapped are recognised by their names; what is not recognised is kept in custom.`,
        }),
      ),
    },
    { additionalProperties: false, patternProperties: { '^map\\[': {} } },
  );
}

/**
 * The route has a scope of its own, because only its body is CSV. The body is passed on unread,
 * without the limit of JSON bodies.
 */
export function importRoutes(api: Api, core: RecordsCore, kind: AnyKind): void {
  const { name, plural, title, path } = kind.definition;
  const slots = new Slots({ each_max: AT_ONCE_MAX, all_max: Number.POSITIVE_INFINITY });
  const stopping = stoppingSignal(api);
  api.removeAllContentTypeParsers();
  api.addContentTypeParser('text/csv', (request, body, done) => done(null, refuseCoding(request) ?? body));
  api.addContentTypeParser('*', (request, _body, done) => done(null, notCsv(request)));

  api.post(
    `${path}/import`,
    {
      schema: {
        tags: [`${title}s`],
        operationId: `import${title}s`,
        summary: `Import ${plural} from a CSV file`,
        description:
          `A row with an external_id that a ${name} of the Account has updates that ${name}; the others create one. A row that is ` +
          `refused does not stop the others. Needs the role member. Records ${name}.created and ${name}.updated. At most 200 MiB.`,
        querystring: importQuery(kind.definition),
        body: { content: { 'text/csv': { schema: CSV_BODY } } },
        response: {
          200: Type.Object({ data: ImportResult }),
          ...refusals(400, 401, 403, 404, 413, 415, 422, 429, 503),
        },
      },
    },
    async (request, reply) => {
      const refusal = refuseIdempotencyKey(request);
      if (refusal) return refusal;
      const { account_uuid, dry_run = false, strict = false, ...rest } = request.query;
      const mapping = readMapping(kind.definition, rest);
      if (mapping instanceof Problem) return mapping;
      // A request without a body has no stream. It is refused as an empty file.
      const body = (request.body as Readable | undefined) ?? Readable.from([]);
      const length = request.headers['content-length'];
      const size_bytes = length === undefined ? null : Number(length);
      const { caller } = request;
      const { callerNow, turn } = request.asked;
      const upload = { account_uuid, dry_run, strict, mapping, body, size_bytes, callerNow };
      const watcher = {
        onError: (err: Error) => request.log.error({ err }, 'an import stopped'),
        signal: AbortSignal.any([stopping, connectionLost(reply)]),
      };
      const result = await slots.run(
        caller.user_uuid,
        async () => {
          // Loaded with the first import (0058).
          const { importRecords } = await import('./actions.ts');
          return turn.aside((inTurn) => importRecords(core, kind, caller, upload, { ...watcher, inTurn }));
        },
        tooMany,
      );
      return envelope(result);
    },
  );
}

/**
 * The imports of one User at a time: enough for several Accounts. Each keeps its upload on the disk
 * of this process.
 */
const AT_ONCE_MAX = 4;

function tooMany(): Problem {
  const detail = `You have ${AT_ONCE_MAX} imports under way. Nothing was imported. Send this file when one of them has ended.`;
  return new Problem('rate_limited', detail, { headers: { 'retry-after': '5' } });
}

/** The schema has no type, because it gets the stream. */
const CSV_BODY = Type.Unsafe<Readable>({
  description: 'UTF-8, with a header. The delimiter is a comma, a semicolon or a tab.',
  examples: ['Company,E-mail,ID\n3M,office@example.com,MMM\n'],
});

function notCsv(request: FastifyRequest): Problem {
  const detail = `The body has Content-Type "${request.headers['content-type'] ?? ''}". Send the file with Content-Type: text/csv.`;
  return new Problem('content_type_unsupported', detail);
}

function refuseIdempotencyKey({ headers }: FastifyRequest): Problem | null {
  if (headers['idempotency-key'] === undefined) return null;
  const detail =
    'Idempotency-Key is not for imports. Give the rows an external_id: then the same file can be sent again, and nothing is made twice.';
  return new Problem('header_invalid', detail);
}

/** Reads the mapping in a query such as `map[Security]=name&map[CIK]=`. */
function readMapping(definition: RecordDefinition, parameters: Record<string, unknown>): Mapping | Problem {
  const mapping: Mapping = new Map();
  for (const [parameter, field] of Object.entries(parameters)) {
    const column = /^map\[(.+)\]$/s.exec(parameter)?.[1];
    if (column === undefined || typeof field !== 'string') {
      const detail = `${parameter} cannot be read. Write each column once, as map[Name of the column]=field.`;
      return new Problem('query_invalid', detail, {
        errors: [{ pointer: parameter, code: 'not_allowed', detail }],
      });
    }
    const refusal = addToMapping(definition, mapping, parameter, column, field);
    if (refusal) return refusal;
  }
  return mapping;
}
