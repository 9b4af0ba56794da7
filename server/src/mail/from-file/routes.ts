import { AccountToWrite } from '@rapport/contract/fields';
import { Type } from '@rapport/contract/json-schema';
import { MAIL_LEVELS, WholeMail } from '@rapport/contract/mail';
import type { FastifyRequest } from 'fastify';
import { refuseUnlessAnywhere } from '../../access/rules.ts';
import type { Api } from '../../platform/http/api/api.ts';
import { answerCreated } from '../../platform/http/api/created.ts';
import { createdOf, ETAG, refusals } from '../../platform/http/api/openapi.ts';
import { setEtag } from '../../platform/http/server/etag.ts';
import { Problem } from '../../platform/problem.ts';
import { MAIL_MAX_BYTES } from '../mailboxes/connection.ts';
import type { MailsCore } from '../mails/actions.ts';
import { createFromFile } from './actions.ts';

const RFC822 = 'message/rfc822';

/** Takes a mail as mail programs save it (.eml). */
export function fromFileRoute(api: Api, core: MailsCore & { base_url: string }): void {
  api.removeAllContentTypeParsers();
  api.addContentTypeParser(RFC822, { parseAs: 'buffer', bodyLimit: MAIL_MAX_BYTES }, (_request, body, done) =>
    done(null, body),
  );
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
        body: { content: { [RFC822]: { schema: Type.Unsafe<Buffer>({ description: 'The mail.' }) } } },
        response: {
          201: createdOf(WholeMail, ETAG),
          ...refusals(400, 401, 403, 404, 413, 415, 422),
        },
      },
    },
    async (request, reply) => {
      const { caller, query, body } = request;
      const refusal = refuseUnlessAnywhere(caller, 'write_records');
      if (refusal) return refusal;
      const asked = { ...query, record_uuid: query.record_uuid.toLowerCase() };
      const bytes = (body as Buffer | undefined) ?? Buffer.alloc(0);
      const made = await createFromFile(core, caller, asked, bytes);
      return answerCreated(reply, core, '/api/v2/mails', setEtag(reply, made));
    },
  );
}

function notMail({ headers }: FastifyRequest): Problem {
  const detail = `The body has Content-Type "${headers['content-type'] ?? ''}". Send the mail with Content-Type: ${RFC822}.`;
  return new Problem('content_type_unsupported', detail);
}
