import { FirstRun } from '@rapport/contract/sessions';
import type { FastifyRequest } from 'fastify';
import { isFirstRun } from '../identity/actions.ts';
import { findSession } from '../identity/sessions/actions.ts';
import { readCookie, setCookie } from '../identity/sessions/cookie.ts';
import type { Core } from '../platform/core.ts';
import type { Api } from '../platform/http/api/api.ts';
import type { Entrance } from '../platform/http/pages/web-pages.ts';
import { requestOriginOf } from '../platform/http/server/request-origin.ts';
import { Problem } from '../platform/problem.ts';
import { signUpFirst } from './actions.ts';

/** The routes by which the first User signs up without an invitation. */
export function routesOfOwnPages(api: Api, core: Core): void {
  api.get('/web/first-run', { schema: { hide: true } }, async () => ({
    data: { is_open: await isFirstRun(core) },
  }));

  api.post('/web/first-run', { schema: { hide: true, body: FirstRun } }, async (request, reply) => {
    const started = await signUpFirst(core, requestOriginOf(request), request.body, (err) =>
      request.log.error({ err }, 'could not add the sample data'),
    );
    if (started instanceof Problem) return started;
    setCookie(reply, core, 'session', started.cookie, started.session.expires_at);
    return reply.code(204).send();
  });
}

/**
 * What a person gets who opens a page: its frame with their time zone when they are signed in, else
 * the sign-up on a new installation, else the sign-in, which leads back here.
 */
export async function entrance(core: Core, request: FastifyRequest): Promise<Entrance> {
  const session = await findSession(core, readCookie(request, core.base_url, 'session'));
  if (session) return { time_zone: session.time_zone, language: session.language };
  if (await isFirstRun(core)) return { elsewhere: '/first-run' };
  return { elsewhere: `/sign-in?${new URLSearchParams({ return_to: request.url })}` };
}
