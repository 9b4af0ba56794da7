import { PROBLEMS } from '@rapport/contract/problems';
import type { ErrorObject } from 'ajv';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  DISK_FULL,
  DISK_IS_FULL,
  isDatabaseDown,
  READ_ONLY_TRANSACTION,
  TAKES_NO_CHANGES,
  withoutStack,
} from '../../database/database-down.ts';
import { Problem } from '../../problem.ts';
import { CHANGE_ENDED, changeEnded } from './change-uuid.ts';
import type { AnswerHook } from './hooks.ts';
import { brokenEscape } from './odd-requests.ts';
import { allowedMethods, type RouteTable } from './route-table.ts';
import { slashAtEnd, validationProblem } from './validation.ts';

/**
 * Answers every refusal as `application/problem+json` (RFC 9457): a Problem from a handler, a
 * request that failed its schema, a missing route, and our own faults. Of our own faults the caller
 * learns only the `request_id`.
 */
export function answerProblems(app: FastifyInstance, routes: RouteTable): void {
  app.setErrorHandler((error: FastifyError, request, reply) => reply.send(toProblem(error, request)));
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? '/';
    const allowed = allowedMethods(routes, path);
    if (allowed.length === 0) {
      const isNearby = allowedMethods(routes, path.replace(/\/$/, '')).length > 0;
      return reply.send(isNearby ? slashAtEnd(path) : nothingAt(path));
    }
    const detail = `${request.method} is not allowed here. Allowed: ${allowed.join(', ')}.`;
    return reply.send(new Problem('method_not_allowed', detail, { headers: { allow: allowed.join(', ') } }));
  });
}

/** Makes the document of a Problem that a hook or a handler returned. */
export const asProblemDocument: AnswerHook = (request, reply, payload) =>
  payload instanceof Problem ? problemBody(request, reply, payload) : payload;

function nothingAt(path: string): Problem {
  return new Problem('not_found', `There is nothing at ${path}. The API is described at /docs.`);
}

/** The document of a refusal; `type` is the address of the page that lists all of them. */
function problemDocument({ code, detail, errors, needed }: Problem, request_id: string) {
  const { status, title } = PROBLEMS[code];
  const document = {
    type: `/docs/problems#${code}`,
    title,
    status,
    detail,
    code,
    request_id,
    ...(needed && { needed }),
  };
  return errors.length > 0 ? { ...document, errors } : document;
}

/** Sets status and headers and returns the problem document. */
function problemBody(request: FastifyRequest, reply: FastifyReply, problem: Problem) {
  const document = problemDocument(problem, request.id);
  request.asked.problem_code = problem.code;
  reply.code(document.status).type('application/problem+json').headers(problem.headers);
  // Without this the route's schema for the status, if it has one, would drop fields of the
  // document.
  reply.serializer(JSON.stringify);
  return document;
}

/**
 * Answers an address that the router cannot read, such as one with a broken escape. No hook or
 * other handler sees such a request.
 */
export function answerBadAddress(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const problem =
    error.code === 'FST_ERR_MAX_PARAM_LENGTH'
      ? new Problem('not_found', 'A part of the address is longer than any identifier. Check the address.')
      : brokenEscape();
  const document = problemDocument(problem, request.id);
  reply
    .code(document.status)
    .headers({ 'x-request-id': request.id, 'content-type': 'application/problem+json' })
    // Sent as bytes: Fastify adds a charset to text, which this media type does not have.
    .send(Buffer.from(JSON.stringify(document)));
}

/** Turns an error into a refusal; logs our own faults. */
export function toProblem(error: FastifyError, request: FastifyRequest): Problem {
  if (error.validation) {
    return validationProblem(request, error.validation as ErrorObject[], error.validationContext);
  }
  switch (error.code) {
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new Problem(
        'content_type_unsupported',
        `The body has Content-Type "${request.headers['content-type'] ?? ''}". Send JSON with Content-Type: application/json.`,
      );
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new Problem('body_too_large', 'The body is larger than 1 MiB. Send less at a time.');
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return new Problem(
        'header_invalid',
        'The length of the body differs from Content-Length. Send it again.',
      );
  }
  // Must come before the check of the database: a client that breaks off its body causes the same
  // ECONNRESET as a lost database.
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return new Problem('header_invalid', `${error.message.replace(/\.$/, '')}. Check the request.`);
  }
  if (error.code === CHANGE_ENDED) return changeEnded();
  if (isDatabaseDown(error)) {
    const [told, detail] = whyDown(error, request);
    request.log.error({ err: withoutStack(error) }, told);
    return new Problem('unavailable', detail, { headers: { 'retry-after': '5' } });
  }
  request.log.error({ err: error }, 'request failed');
  return new Problem(
    'internal_error',
    `Rapport has an internal error. ${unsure(request)} Tell the operator the request_id ${request.id}; the log has the rest.`,
  );
}

/** The texts for the log and for the caller when the database refuses or does not answer. */
function whyDown({ code }: FastifyError, request: FastifyRequest): [told: string, detail: string] {
  if (code === READ_ONLY_TRANSACTION) return ['the database takes no changes', TAKES_NO_CHANGES];
  if (code === DISK_FULL) return ['the disk of the database is full; free some space', DISK_IS_FULL];
  return ['the database does not answer', `The database does not answer. ${unsure(request)}`];
}

/**
 * A doubt for changes: a connection may break during a commit, and then nobody knows whether the
 * change was made.
 */
function unsure({ method }: FastifyRequest): string {
  return ['GET', 'HEAD', 'OPTIONS'].includes(method)
    ? 'Try again in a moment.'
    : 'The change may have been made or not: read the record before you try again, or repeat the request with its Idempotency-Key.';
}
