import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isDatabaseDown, withoutStack } from '../platform/database/database-down.ts';
import { acceptForms, type Form, parseQuery } from '../platform/http/pages/form.ts';
import type { Hook } from '../platform/http/server/hooks.ts';
import { timesSent } from '../platform/http/server/odd-requests.ts';
import { type RequestOrigin, requestOriginOf } from '../platform/http/server/request-origin.ts';
import type { OAuthCore } from './core.ts';
import { described } from './description.ts';
import { EndpointError } from './errors.ts';
import { targetFault } from './resource.ts';

type Action = (
  core: OAuthCore,
  authorization: string | undefined,
  values: Record<string, string>,
  origin: RequestOrigin,
) => Promise<object | null | EndpointError>;

type Endpoint = { path: string; action: Action; description: Parameters<typeof described>[0] };

/**
 * Parameters that are refused in an address, because addresses end up in logs (RFC 6749 §2.3.1, RFC
 * 9700 §4.3.2).
 */
const NOT_IN_ADDRESS = ['client_secret', 'code', 'refresh_token', 'access_token', 'token', 'code_verifier'];

/**
 * Serves the endpoints that applications call with a form: POST only, JSON answers that nobody
 * caches, and errors as in RFC 6749 §5.2.
 */
export async function endpoints(app: FastifyInstance, core: OAuthCore, list: Endpoint[]): Promise<void> {
  await app.register(async (scope) => {
    acceptForms(scope);
    scope.setErrorHandler((error: FastifyError, request, reply) =>
      send(request, reply, toEndpointError(error, request)),
    );
    for (const { path, action, description } of list) {
      scope.post(path, described(description), async (request, reply) => {
        const form = readForm(request, core);
        if (form instanceof EndpointError) return send(request, reply, form);
        const { authorization } = request.headers;
        return send(request, reply, await action(core, authorization, form.values, requestOriginOf(request)));
      });
    }
  });
}

/** The addresses of all endpoints. */
const PATHS = ['/oauth/token', '/oauth/revoke', '/oauth/introspect'];

/** Answers other methods than POST in the form of the RFC, before the general 405. */
export const refuseOtherMethod: Hook = (request, reply) => {
  if (!request.is404 || !PATHS.includes(request.url.split('?')[0]!)) return null;
  const error = new EndpointError('invalid_request', `${request.method} is not allowed here. Use POST.`, {
    status: 405,
    headers: { allow: 'POST' },
  });
  return send(request, reply, error);
};

function readForm(request: FastifyRequest, core: Pick<OAuthCore, 'base_url' | 'mcp'>): Form | EndpointError {
  if (timesSent(request, 'authorization') > 1) {
    return invalid('There is more than one Authorization header. Send one.');
  }
  const query = parseQuery(request);
  if (query === undefined) return invalid('The query of the address is not UTF-8. Leave it out.');
  const inAddress = Object.keys(query.values).find((name) => NOT_IN_ADDRESS.includes(name));
  if (inAddress !== undefined) {
    return invalid(
      `${inAddress} is in the address, which logs store; treat it as leaked. Send it in the body.`,
    );
  }
  const form = request.body as Form | undefined;
  if (form === undefined) {
    return invalid(
      'There is no form in the body. Send UTF-8 text as application/x-www-form-urlencoded, uncompressed.',
    );
  }
  const target = targetFault(form, core);
  if (target !== null) return new EndpointError('invalid_target', target);
  if (form.repeated.length === 0) return form;
  return invalid(`${form.repeated.join(', ')} is sent more than once. Send each parameter once.`);
}

function toEndpointError(error: FastifyError, request: FastifyRequest): EndpointError {
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    return invalid('Send the parameters as a form: Content-Type: application/x-www-form-urlencoded.');
  }
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return invalid('The body is too large for a form.', 413);
  // Must come before the check of the database: an application that breaks off its body causes the
  // same ECONNRESET as a lost database.
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return invalid(`${error.message}. Check the request.`, error.statusCode);
  }
  if (isDatabaseDown(error)) {
    request.log.error({ err: withoutStack(error) }, 'the database does not answer');
    const description = 'The service cannot answer right now. Try again in a moment.';
    return new EndpointError('temporarily_unavailable', description, {
      status: 503,
      headers: { 'retry-after': '5' },
    });
  }
  request.log.error({ err: error }, 'request failed');
  const description = `Rapport has an internal error. Its log has more under ${request.id}.`;
  return new EndpointError('server_error', description, { status: 500 });
}

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  result: object | null | EndpointError,
): FastifyReply {
  reply.header('cache-control', 'no-store').header('pragma', 'no-cache');
  // RFC 7009 §2.2 lets clients ignore the body of a revocation, but some fail on a body that is not
  // JSON.
  if (!(result instanceof EndpointError)) return reply.send(result ?? {});
  request.log.info(
    { error: result.error, description: result.description, detail: result.detail },
    'refused',
  );
  return reply
    .code(result.status)
    .headers(result.headers)
    .send({ error: result.error, error_description: result.description });
}

function invalid(description: string, status = 400): EndpointError {
  return new EndpointError('invalid_request', description, { status });
}
