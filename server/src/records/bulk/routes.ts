import { Type } from '@rapport/contract/json-schema';
import { BulkRequest, BulkStarted } from '@rapport/contract/records/bulk';
import { type Api, envelope, IdempotencyHeaders } from '../../platform/http/api/api.ts';
import { refusals } from '../../platform/http/api/openapi.ts';
import { answerOnce, type Once } from '../../platform/idempotency/actions.ts';
import { WritingQuery } from '../../platform/lists/list-schema.ts';
import { Problem } from '../../platform/problem.ts';
import { described } from '../described.ts';
import type { AnyKind, RecordsCore } from '../kind.ts';
import { beginBulk } from './actions.ts';

export function bulkRoute(api: Api, core: RecordsCore & Once, kind: AnyKind): void {
  const { path, plural, title } = kind.definition;
  api.post(
    `${path}/bulk`,
    {
      schema: {
        ...described(kind, `changeMany${title}s`, `Do one thing to many ${plural}`),
        description:
          `A job sets fields, tags, or deletes, for each of the named ${plural} or all of a list: the answer names it and its change. ` +
          'It goes on by itself, with what its User may do at each moment. Each record has its own event, checks and version; one ' +
          'that cannot be changed is left alone and named in the result of the job. POST /api/v2/jobs/{uuid}/cancel stops it, ' +
          'POST /api/v2/changes/{uuid}/undo takes all of it back, also before its end. Needs the role member.',
        querystring: WritingQuery,
        body: BulkRequest,
        headers: IdempotencyHeaders,
        response: { 202: Type.Object({ data: BulkStarted }), ...refusals(400, 401, 403, 404, 409, 422) },
      },
    },
    async (request, reply) => {
      const { caller, body } = request;
      const begun = await answerOnce(core, request, (core) => beginBulk(core, kind, caller, body));
      if (!(begun instanceof Problem)) reply.code(202);
      return envelope(begun);
    },
  );
}
