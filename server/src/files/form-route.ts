import type { Readable } from 'node:stream';
import { File, FileForm } from '@rapport/contract/files';
import { Type } from '@rapport/contract/json-schema';
import type { FastifyRequest } from 'fastify';
import { refuseUnlessAnywhere } from '../access/rules.ts';
import type { Api } from '../platform/http/api/api.ts';
import { answerCreated } from '../platform/http/api/created.ts';
import { createdOf, ETAG, newRecordBody, refusals } from '../platform/http/api/openapi.ts';
import { refuseCoding } from '../platform/http/server/body-coding.ts';
import { setEtag } from '../platform/http/server/etag.ts';
import { receiveBody } from '../platform/http/server/receive.ts';
import { fieldsInvalid, Problem } from '../platform/problem.ts';
import { createFile } from './create.ts';
import type { FilesCore } from './seen.ts';
import { sending } from './sending.ts';
import { FILE_WORDS, tooLong } from './uploads.ts';

/** What a form has beside its file: boundaries, names, and a list of records. */
const FORM_EXTRA_BYTES = 64 * 1024;

/** Takes a file whole, in a form. The body is passed on unread. */
export function formRoute(api: Api, core: FilesCore): void {
  const inPlace = sending(api);
  const max_bytes = core.file_max_bytes + FORM_EXTRA_BYTES;
  const words = { ...FILE_WORDS, too_large: tooLong(core.file_max_bytes).detail };
  api.removeAllContentTypeParsers();
  api.addContentTypeParser('multipart/form-data', (request, body, done) =>
    done(null, refuseCoding(request) ?? body),
  );
  api.addContentTypeParser('*', (request, _body, done) => done(null, notForm(request)));
  api.post(
    '/api/v2/files',
    {
      schema: {
        tags: ['Files'],
        operationId: 'createFile',
        summary: 'Send a file',
        description:
          'One file, as a form. For a line that may break use file uploads. Whoever reads one of its records reads it, and nobody else. Needs the role member.',
        body: { content: { 'multipart/form-data': { schema: FORM } } },
        response: {
          201: createdOf(File, ETAG),
          ...refusals(400, 401, 403, 404, 413, 415, 422, 429, 503),
        },
      },
    },
    async (request, reply) => {
      const { caller, headers } = request;
      // Asked before the body, so that nobody fills the disk with files that they may not keep.
      const refusal = refuseUnlessAnywhere(caller, 'write_records');
      if (refusal) return refusal;
      const body = request.body as Readable | undefined;
      if (!body) {
        const detail = '/file is missing. Send one file as a form.';
        return fieldsInvalid({ pointer: '/file', code: 'required', detail });
      }
      const length = headers['content-length'];
      const limits = { size_bytes: length === undefined ? null : Number(length), max_bytes };
      const made = await inPlace(request, reply, async (signal) => {
        const form = await receiveBody(body, limits, words, signal);
        if (form instanceof Problem) return form;
        return createFile(core, caller, form, headers['content-type'] ?? '').finally(() => form.close());
      });
      return answerCreated(reply, core, '/api/v2/files', setEtag(reply, made));
    },
  );
}

/**
 * The schema is for the description, which alone says that a file is needed: what it checks is the
 * stream, which has no such properties.
 */
const FORM = newRecordBody(
  Type.Unsafe<Readable>({
    type: 'object',
    description: 'A form.',
    properties: {
      file: {
        type: 'string',
        contentMediaType: 'application/octet-stream',
        description: 'The file, with its name.',
      },
      account_uuid: FileForm.properties.account_uuid,
      records: {
        type: 'string',
        description:
          'The records that it is kept with, as JSON, at most 20. Without any it is yours alone, and gone after a day.',
        examples: ['[{"resource":"client","uuid":"01a0b36c-9e52-7d08-a4c7-17f2e6b09d35"}]'],
      },
    },
  }),
  [['file']],
  {},
);

function notForm({ headers }: FastifyRequest): Problem {
  const detail = `The body has Content-Type "${headers['content-type'] ?? ''}". Send the file as a form (multipart/form-data).`;
  return new Problem('content_type_unsupported', detail);
}
