import { Type } from '@rapport/contract/json-schema';
import type { Caller } from '../access/caller.ts';
import type { Core } from '../platform/core.ts';
import { type Api, UuidParams } from '../platform/http/api/api.ts';
import { refusals } from '../platform/http/api/openapi.ts';
import { answerPart, RangeHeaders } from '../platform/http/server/part-answer.ts';
import { Problem } from '../platform/problem.ts';
import { getExport, openFile } from './actions.ts';

const zip = (description: string) => ({
  description,
  content: { 'application/zip': { schema: Type.String() } },
});

/** The file of an export, whole or from where a download broke off (RFC 9110 §14). */
export function fileRoute(api: Api, core: Core): void {
  api.get(
    '/api/v2/exports/:uuid/file',
    {
      schema: {
        tags: ['Exports'],
        operationId: 'downloadFileOfExport',
        summary: 'Download the file of an export',
        description:
          'A download that broke off goes on with Range. Needs the role owner. Only for a User who is signed in; no token does it. It is in the audit log.',
        params: UuidParams,
        headers: RangeHeaders,
        response: {
          200: zip('The whole file.'),
          206: zip('The part that was asked for.'),
          416: { description: 'The part lies behind the end of the file.', type: 'null' },
          ...refusals(400, 401, 403, 404, 409),
        },
      },
    },
    async (request, reply) => {
      const { caller, params, headers, method } = request;
      const isWhole = headers.range === undefined || headers.range === 'bytes=0-';
      const isBeginning = method === 'GET' && isWhole;
      const found = await openFile(core, caller, params.uuid, isBeginning);
      if (found instanceof Problem) return found;
      reply.type('application/zip').header('content-disposition', `attachment; filename="${found.name}"`);
      return answerPart(request, reply, found, () => stillOwns(core, params.uuid, request.asked.callerNow));
    },
  );
}

async function stillOwns(
  core: Core,
  uuid: string,
  callerNow: () => Promise<Caller | Problem>,
): Promise<boolean> {
  const now = await callerNow();
  return !(now instanceof Problem) && !((await getExport(core, now, uuid)) instanceof Problem);
}
