import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { AccountToWrite } from '@rapport/contract/fields';
import { Type } from '@rapport/contract/json-schema';
import { MAIL_LEVELS, WholeMail } from '@rapport/contract/mail';
import type { FastifyRequest } from 'fastify';
import { refuseUnlessAnywhere } from '../../access/rules.ts';
import { sending } from '../../files/sending.ts';
import type { Api } from '../../platform/http/api/api.ts';
import { answerCreated } from '../../platform/http/api/created.ts';
import { createdOf, ETAG, refusals } from '../../platform/http/api/openapi.ts';
import { refuseCoding } from '../../platform/http/server/body-coding.ts';
import { setEtag } from '../../platform/http/server/etag.ts';
import { type ReceivingWords, receiveBody } from '../../platform/http/server/receive.ts';
import { Problem } from '../../platform/problem.ts';
import { MAIL_MAX_BYTES } from '../mailboxes/connection.ts';
import type { MailsCore } from '../mails/actions.ts';
import { createFromFile } from './actions.ts';

const RFC822 = 'message/rfc822';

/** A browser sends six at a time. Each is held whole, with its parts, while it is read. */
const AT_ONCE = { each_max: 6, all_max: 12 };

const MAIL_WORDS: ReceivingWords = {
  code: 'form_invalid',
  nothing: 'No mail was kept.',
  too_large: 'The mail has more than 25 MiB. Keep what matters of it as files.',
};

/** Takes a mail as mail programs save it (.eml). */
export function fromFileRoute(api: Api, core: MailsCore & { base_url: string }): void {
  const inPlace = sending(api, AT_ONCE);
  api.removeAllContentTypeParsers();
  api.addContentTypeParser(RFC822, (request, body, done) => done(null, refuseCoding(request) ?? body));
  api.addContentTypeParser('*', (request, _body, done) => done(null, notMail(request)));
  api.post(
    '/api/v2/mail-files',
    {
      schema: {
        tags: ['Mails'],
        operationId: 'createMailFromFile',
        summary: 'Keep a mail from a file',
        description:
          'A mail as mail programs save it (.eml), of at most 25 MiB. One of its addresses must be of the record. It is yours, and is not kept twice. Needs the role member.',
        querystring: Type.Object(
          {
            account_uuid: AccountToWrite,
            record_uuid: Type.String({ format: 'uuid', description: 'A Contact, a Client or a Deal.' }),
            visibility: Type.Optional(
              Type.Union(
                MAIL_LEVELS.map((level) => Type.Literal(level)),
                { description: 'What others see of it. Default: full, as of a file of the record.' },
              ),
            ),
          },
          { additionalProperties: false },
        ),
        body: { content: { [RFC822]: { schema: Type.Unsafe<Readable>({ description: 'The mail.' }) } } },
        response: {
          201: createdOf(WholeMail, ETAG),
          ...refusals(400, 401, 403, 404, 413, 415, 422, 429, 503),
        },
      },
    },
    async (request, reply) => {
      const { caller, query, headers } = request;
      // Asked before the body, so that nobody fills the disk with mails that they may not keep.
      const refusal = refuseUnlessAnywhere(caller, 'write_records');
      if (refusal) return refusal;
      const asked = { ...query, record_uuid: query.record_uuid.toLowerCase() };
      const body = (request.body as Readable | undefined) ?? Readable.from([]);
      const length = headers['content-length'];
      const limits = { size_bytes: length === undefined ? null : Number(length), max_bytes: MAIL_MAX_BYTES };
      const made = await inPlace(request, reply, async (signal) => {
        const file = await receiveBody(body, limits, MAIL_WORDS, signal);
        if (file instanceof Problem) return file;
        return buffer(file.createReadStream({ start: 0, autoClose: false }))
          .then((bytes) => createFromFile(core, caller, asked, bytes))
          .finally(() => file.close());
      });
      return answerCreated(reply, core, '/api/v2/mails', setEtag(reply, made));
    },
  );
}

function notMail({ headers }: FastifyRequest): Problem {
  const detail = `The body has Content-Type "${headers['content-type'] ?? ''}". Send the mail with Content-Type: ${RFC822}.`;
  return new Problem('content_type_unsupported', detail);
}
