import { Readable } from 'node:stream';
import { NARROW_SCOPES } from '@rapport/contract/scopes';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { challenge } from '../access/challenge.ts';
import { throughMcp } from '../access/through-mcp.ts';
import type { Core } from '../platform/core.ts';
import type { RateLimiter } from '../platform/http/api/rate-limit.ts';
import { basePath } from '../platform/http/pages/page.ts';
import { Problem } from '../platform/problem.ts';
import { authenticate, refuseFlood } from '../tokens/authenticate.ts';
import { Refused } from './calls.ts';
import { metadataAddress, metadataPaths, refuseForeign, scopeToAskFor } from './rules.ts';

/** What the room uses of the service. */
export type McpCore = Core & {
  requestsByCaller: RateLimiter;
  /** True for an origin that an application has registered. */
  isAllowedOrigin(origin: string): Promise<boolean>;
};

/** The protocol is loaded with the first request: it takes 25 MB (0058). */
const protocol = () => import('./handler.ts');

/** `/mcp` and its metadata (RFC 9728). They exist only while the operator has them on. */
export async function routes(app: FastifyInstance, core: McpCore): Promise<void> {
  const hidden = { schema: { hide: true } };
  for (const path of metadataPaths(basePath(core.base_url))) {
    app.get(path, hidden, async (_request, reply) => {
      reply.header('cache-control', 'public, max-age=300');
      return metadataOf(core.base_url);
    });
  }
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // The package reads the body itself, and answers what is no JSON in the form of the protocol.
    scope.addContentTypeParser(
      '*',
      { parseAs: 'buffer' },
      async (_request: FastifyRequest, body: Buffer) => body,
    );
    scope.route({
      ...hidden,
      method: ['POST', 'GET', 'DELETE'],
      url: '/mcp',
      exposeHeadRoute: false,
      onRequest: async (request, reply) => {
        const refusal = await refuseEarly(core, request, reply);
        return refusal === null ? undefined : reply.send(refusal);
      },
      handler: (request, reply) => answer(app, core, request, reply),
    });
  });
}

function metadataOf(base_url: string) {
  return {
    resource: `${base_url}/mcp`,
    resource_name: 'Rapport',
    authorization_servers: [base_url],
    scopes_supported: ['read'],
    bearer_methods_supported: ['header'],
    resource_documentation: `${base_url}/docs`,
  };
}

/** Refuses a request before its body is read. No cookie counts here. */
async function refuseEarly(
  core: McpCore,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Problem | null> {
  reply.header('cache-control', 'no-store');
  const { host, origin } = request.headers;
  const isAllowed = origin !== undefined && (await core.isAllowedOrigin(origin));
  const foreign = refuseForeign(host, origin, core.base_url, isAllowed);
  if (foreign) return foreign;
  const caller = await throughMcp(() => authenticate(core, request, { all: [], any: NARROW_SCOPES }));
  if (caller instanceof Problem) return withMetadata(core.base_url, caller);
  const flood = refuseFlood(core, caller, reply);
  if (flood) return flood;
  request.asked.caller = caller;
  return null;
}

/** A refusal for a token that says where to get one that will do (RFC 9728 §5.1). */
function withMetadata(base_url: string, problem: Problem, scope = 'read'): Problem {
  const { code, detail, errors, headers, needed } = problem;
  const parameters =
    code === 'credentials_missing' ? [] : [`error="${code}"`, `error_description="${detail}"`];
  const said = challenge(
    ...parameters,
    `scope="${scope}"`,
    `resource_metadata="${metadataAddress(base_url)}"`,
  );
  return new Problem(code, detail, { errors, needed, headers: { ...headers, ...said.headers } });
}

async function answer(app: FastifyInstance, core: McpCore, request: FastifyRequest, reply: FastifyReply) {
  const { answerMcp } = await protocol();
  const caller = request.caller as Parameters<typeof answerMcp>[2];
  const answered = await answerMcp(app, request, caller, core.base_url);
  if (answered instanceof Refused) {
    const { code, detail, needed } = answered;
    const scope = scopeToAskFor(caller.scope, needed);
    return withMetadata(core.base_url, new Problem(code, detail, { needed }), scope);
  }
  reply.code(answered.status).headers(Object.fromEntries(answered.headers));
  return answered.body === null ? reply.send() : reply.send(Readable.fromWeb(answered.body as never));
}
