import { OTHER_TYPE, SHOWN_TYPES } from '@rapport/contract/files';
import { Type } from '@rapport/contract/json-schema';
import { headersOf } from '../../files/shown.ts';
import { type Api, IfNoneMatchHeaders, UuidParams } from '../../platform/http/api/api.ts';
import { ETAG, refusals, UNCHANGED } from '../../platform/http/api/openapi.ts';
import { answerPart, RangeHeaders } from '../../platform/http/server/part-answer.ts';
import { Problem } from '../../platform/problem.ts';
import { type AttachmentsCore, openAttachment, readsAttachments } from './attachments.ts';

const BYTES = { schema: Type.Unsafe<Buffer>({ description: 'The bytes.' }) };

const bytes = (description: string) => ({
  description,
  content: Object.fromEntries([OTHER_TYPE, ...SHOWN_TYPES].map((type) => [type, BYTES])),
});

export function attachmentRoute(api: Api, core: AttachmentsCore): void {
  api.get(
    '/api/v2/mails/:uuid/attachments/:number/content',
    {
      schema: {
        tags: ['Mails'],
        operationId: 'downloadAttachmentOfMail',
        summary: 'Download an attachment',
        description:
          'For whoever reads all of the mail. Browsers show pictures and PDF, by what the bytes are; all else they only save.',
        params: Type.Object({
          ...UuidParams.properties,
          number: Type.String({ description: 'Its place, from 1.' }),
        }),
        headers: Type.Object({ ...RangeHeaders.properties, ...IfNoneMatchHeaders.properties }),
        response: {
          200: { ...bytes('The whole attachment.'), headers: ETAG },
          206: bytes('The part that was asked for.'),
          304: UNCHANGED,
          416: { description: 'The part lies behind the end.', type: 'null' },
          ...refusals(400, 401, 403, 404, 409),
        },
      },
    },
    async (request, reply) => {
      const { caller, params } = request;
      const uuid = params.uuid.toLowerCase();
      const found = await openAttachment(core, caller, uuid, Number(params.number));
      if (found instanceof Problem) return found;
      reply.headers(headersOf(found.type, found.name));
      return answerPart(request, reply, found, async () => {
        const now = await request.asked.callerNow();
        return !(now instanceof Problem) && readsAttachments(core, now, uuid);
      });
    },
  );
}
