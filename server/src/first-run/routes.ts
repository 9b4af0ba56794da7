import { FirstRun } from '@rapport/contract/sessions';
import type { FastifyRequest } from 'fastify';
import { isFirstRun } from '../identity/actions.ts';
import { findSession } from '../identity/sessions/actions.ts';
import { readCookie, setCookie } from '../identity/sessions/cookie.ts';
import type { Core } from '../platform/core.ts';
import type { Api } from '../platform/http/api/api.ts';
import { requestOriginOf } from '../platform/http/server/request-origin.ts';
import { Problem } from '../platform/problem.ts';
import { signUpFirst } from './actions.ts';

/** The routes by which the first User signs up without an invitation. */
export function firstRunRoutes(api: Api, core: Core): void {
  api.get('/web/first-run', { schema: { hide: true } }, async () => ({
    data: { is_open: await isFirstRun(core) },
  }));

  api.post('/web/first-run', { schema: { hide: true, body: FirstRun } }, async (request, reply) => {
    const started = await signUpFirst(core, requestOriginOf(request), request.body, (err) =>
      request.log.error({ err }, 'could not add the sample data'),
    );
    if (started instanceof Problem) return started;
    setCookie(reply, core.base_url, 'session', started.cookie, started.session.expires_at);
    return reply.code(204).send();
  });
}

/**
 * The path to redirect to when a person opens a page: the sign-up on a new installation, else the
 * sign-in, which leads back here. Null when they are signed in.
 */
export async function entrance(core: Core, request: FastifyRequest): Promise<string | null> {
  if (await findSession(core, readCookie(request, core.base_url, 'session'))) return null;
  if (await isFirstRun(core)) return '/first-run';
  return `/sign-in?${new URLSearchParams({ return_to: request.url })}`;
}
