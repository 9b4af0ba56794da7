import type { Readable } from 'node:stream';
import { ENCODINGS } from '@rapport/contract/encodings';
import { AccountToWrite, OneOf } from '@rapport/contract/fields';
import { Import } from '@rapport/contract/imports';
import { Type } from '@rapport/contract/json-schema';
import type { FastifyRequest } from 'fastify';
import { refuseUnlessAnywhere } from '../access/rules.ts';
import type { Api } from '../platform/http/api/api.ts';
import { answerCreated } from '../platform/http/api/created.ts';
import { createdOf, newRecordBody, refusals } from '../platform/http/api/openapi.ts';
import { refuseCoding } from '../platform/http/server/body-coding.ts';
import { connectionLost } from '../platform/http/server/connection-lost.ts';
import { receiveBody } from '../platform/http/server/receive.ts';
import { stoppingSignal } from '../platform/http/server/stopping.ts';
import { Slots } from '../platform/limits/slots.ts';
import { Turns } from '../platform/limits/turns.ts';
import { fieldsInvalid, Problem } from '../platform/problem.ts';
import type { ImportsCore } from './actions.ts';

/** All files of a request together: some million rows. */
const BODY_MAX_BYTES = 210 * 1024 * 1024;

/** Uploads lie on the disk of this process. */
const AT_ONCE = { each_max: 2, all_max: 16 };

/** Reading takes a processor and some memory. The others wait for their turn: each User has one. */
const READ_AT_ONCE = 2;

/**
 * The route has a scope of its own, because only its body is a form. The body is passed on unread.
 */
export function uploadRoute(api: Api, core: ImportsCore): void {
  const slots = new Slots(AT_ONCE);
  const inReadingTurn = readingTurns();
  const stopping = stoppingSignal(api);
  api.removeAllContentTypeParsers();
  api.addContentTypeParser('multipart/form-data', (request, body, done) =>
    done(null, refuseCoding(request) ?? body),
  );
  api.addContentTypeParser('*', (request, _body, done) => done(null, notForm(request)));
  api.post(
    '/api/v2/imports',
    {
      schema: {
        tags: ['Imports'],
        operationId: 'createImport',
        summary: 'Send files of another system, to import them',
        description:
          'CSV, workbooks (.xlsx, .xls, .ods), vCard, or zip files of these: one file or a whole set. The answer is a draft: ' +
          'where the files come from, what becomes of each column, what is to be known, and twenty rows as they will look. Nothing is imported yet. ' +
          'Needs the role member. At most 200 MiB a file, and a million rows in all.',
        body: { content: { 'multipart/form-data': { schema: FORM } } },
        response: {
          201: createdOf(Import),
          ...refusals(400, 401, 403, 404, 413, 415, 422, 429, 503),
        },
      },
    },
    async (request, reply) => {
      const { caller, headers } = request;
      // Asked before the body, so that nobody fills the disk with files that they may not import.
      const refusal = refuseSize(request) ?? refuseUnlessAnywhere(caller, 'write_all');
      if (refusal) return refusal;
      const body = request.body as Readable | undefined;
      if (!body)
        return fieldsInvalid({
          pointer: '/file',
          code: 'required',
          detail: '/file is missing. Send one file or several.',
        });
      const signal = AbortSignal.any([stopping, connectionLost(reply)]);
      const made = await slots.run(
        caller.user_uuid,
        () =>
          request.asked.turn.aside(async () => {
            // Loaded with the first import (0058).
            const { IMPORT_WORDS } = await import('../records/import/receiving.ts');
            const { createImport } = await import('./actions.ts');
            const limits = { size_bytes: null, max_bytes: BODY_MAX_BYTES };
            const file = await receiveBody(body, limits, IMPORT_WORDS, signal);
            if (file instanceof Problem) return file;
            return inReadingTurn(caller.user_uuid, async () => {
              const { size: size_bytes } = await file.stat();
              const form = { file, size_bytes, content_type: headers['content-type'] ?? '' };
              return createImport(core, caller, form, signal);
            }).finally(() => file.close());
          }),
        tooMany,
      );
      return answerCreated(reply, core, '/api/v2/imports', made);
    },
  );
}

/** Runs work in a turn of its User, and of all who read. Their number is that of the slots. */
function readingTurns() {
  const line_max = Number.POSITIVE_INFINITY;
  const ofUser = new Turns({ at_work_max: 1, line_max });
  const ofAll = new Turns({ at_work_max: READ_AT_ONCE, line_max });
  return async <Result>(user_uuid: string, work: () => Promise<Result>): Promise<Result> => {
    const own = (await ofUser.begin(user_uuid))!;
    const turn = (await ofAll.begin(''))!;
    return work().finally(() => {
      turn.end();
      own.end();
    });
  };
}

/**
 * The schema is for the description, which alone says that a file is needed: what it checks is the
 * stream, which has no such properties.
 */
const FORM = newRecordBody(
  Type.Unsafe<Readable>({
    type: 'object',
    description: 'A form. Each file is a part `file` of its own, with its name.',
    properties: {
      file: {
        type: 'array',
        items: { type: 'string', contentMediaType: 'application/octet-stream' },
        description: 'The files.',
      },
      account_uuid: AccountToWrite,
      encoding: Type.Optional(
        OneOf(
          [...ENCODINGS],
          'How the letters of text files are to be read, where it is not found out rightly.',
        ),
      ),
      header_line: Type.Optional(
        Type.String({
          description:
            'The line with the names of the columns, where it is not found rightly; `none`: there is none, and the columns are called A, B, C. Of several lists a JSON object of these by their names.',
          examples: ['3'],
        }),
      ),
    },
  }),
  [['file']],
  {},
);

function refuseSize({ headers }: FastifyRequest): Problem | null {
  if (Number(headers['content-length'] ?? 0) <= BODY_MAX_BYTES) return null;
  const detail =
    'The files are larger than 200 MiB. Nothing was imported. Split them and send one part after the other.';
  return new Problem('body_too_large', detail);
}

function notForm(request: FastifyRequest): Problem {
  const detail = `The body has Content-Type "${request.headers['content-type'] ?? ''}". Send the files as a form (multipart/form-data).`;
  return new Problem('content_type_unsupported', detail);
}

function tooMany(): Problem {
  const detail = 'Other files are being read just now. Nothing was imported. Send these in a moment.';
  return new Problem('rate_limited', detail, { headers: { 'retry-after': '5' } });
}
