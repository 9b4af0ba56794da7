import { Type } from '@rapport/contract/json-schema';
import { BATCH_MAX, BatchRequest, BatchResult } from '@rapport/contract/records/batches';
import { type Api, envelope, IdempotencyHeaders } from '../../platform/http/api/api.ts';
import { refusals } from '../../platform/http/api/openapi.ts';
import { answerOnce, type Once } from '../../platform/idempotency/actions.ts';
import { WritingQuery } from '../../platform/lists/list-schema.ts';
import type { AnyKind, RecordsCore } from '../kind.ts';
import { runBatch } from './actions.ts';

export function batchRoute(api: Api, core: RecordsCore & Once, kind: AnyKind): void {
  const { path, plural, title } = kind.definition;
  api.post(
    `${path}/batch`,
    {
      schema: {
        tags: [`${title}s`],
        operationId: `batch${title}s`,
        summary: `Create, change, delete and restore many ${plural}`,
        description:
          `Up to ${BATCH_MAX} operations in one transaction, each with its own outcome and event, as if it had come alone. ` +
          'An operation that is refused does not stop the others. Needs the role member.',
        querystring: WritingQuery,
        body: BatchRequest,
        headers: IdempotencyHeaders,
        response: {
          200: Type.Object({ data: BatchResult }),
          ...refusals(400, 401, 403, 404, 409, 422),
        },
      },
    },
    async (request) => {
      const { caller, body } = request;
      return envelope(await answerOnce(core, request, (core) => runBatch(core, kind, caller, body)));
    },
  );
}
