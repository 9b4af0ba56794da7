import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../../platform/problem.ts';
import { authenticate, refuseFlood } from '../../tokens/authenticate.ts';
import type { OAuthCore } from '../core.ts';
import { described, keysDescription, userInfoDescription } from '../description.ts';
import { listPublicKeys, userInfo } from './actions.ts';

/** The key set, and userinfo by GET and POST (OpenID Connect Core §5.3.1). */
export async function openidRoutes(app: FastifyInstance, core: OAuthCore): Promise<void> {
  app.get('/oauth/jwks', described(keysDescription), async (_request, reply) => {
    reply.header('cache-control', 'public, max-age=3600');
    return listPublicKeys(core);
  });

  const answerUserInfo = async (request: FastifyRequest, reply: FastifyReply) => {
    reply.header('cache-control', 'no-store');
    const caller = await authenticate(core, request, { all: ['openid'] });
    if (caller instanceof Problem) return caller;
    return refuseFlood(core, caller, reply) ?? userInfo(core, caller.user_uuid, caller.scope);
  };
  app.get('/oauth/userinfo', described(userInfoDescription), answerUserInfo);
  await app.register(async (scope) => {
    // Clients that POST often declare a form, even an empty one. The token is in the header.
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'buffer' },
      async () => undefined,
    );
    const description = { ...userInfoDescription, operationId: 'retrieveUserInfoByPost' };
    scope.post('/oauth/userinfo', described(description), answerUserInfo);
  });
}
