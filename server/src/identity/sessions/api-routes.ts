import { Type } from '@rapport/contract/json-schema';
import { SecondFactorCode } from '@rapport/contract/second-factor';
import { BrowserSession, SessionConfirmation, SignIn } from '@rapport/contract/sessions';
import { refuseTokens } from '../../access/rules.ts';
import { type Api, UuidParams } from '../../platform/http/api/api.ts';
import { refusals, wholeListOf } from '../../platform/http/api/openapi.ts';
import { requestOriginOf } from '../../platform/http/server/request-origin.ts';
import { pageOfWhole, WholeListQuery } from '../../platform/lists/whole-list.ts';
import { Problem } from '../../platform/problem.ts';
import { type SignInCore, signIn } from './actions.ts';
import { clearCookie, readCookie, setCookie } from './cookie.ts';
import { finishSignIn } from './finish-sign-in.ts';
import { endOtherSessions, endSession, listSessions } from './own-sessions.ts';
import { confirmSession } from './password-check.ts';

const PATH = '/api/v2/browser-sessions';

/** The routes for signing in from an open page, so that nothing typed there is lost. */
export function signInRoutes(api: Api, core: SignInCore): void {
  api.post('/web/sign-in', { schema: { hide: true, body: SignIn } }, async (request, reply) => {
    const oldCookie = readCookie(request, core.base_url, 'session');
    const signedIn = await signIn(core, request.body, requestOriginOf(request), oldCookie);
    if (signedIn instanceof Problem) return signedIn;
    if ('half_cookie' in signedIn) {
      setCookie(reply, core, 'half', signedIn.half_cookie, signedIn.expires_at);
      return { data: { needs_second_factor: true } };
    }
    setCookie(reply, core, 'session', signedIn.cookie, signedIn.session.expires_at);
    return reply.code(204).send();
  });

  api.post(
    '/web/sign-in/second-factor',
    { schema: { hide: true, body: SecondFactorCode } },
    async (request, reply) => {
      const [half, oldCookie] = (['half', 'session'] as const).map((kind) =>
        readCookie(request, core.base_url, kind),
      );
      const { code } = request.body;
      const signedIn = await finishSignIn(core, half, code, requestOriginOf(request), oldCookie);
      if (signedIn instanceof Problem) return signedIn;
      clearCookie(reply, core.base_url, 'half');
      setCookie(reply, core, 'session', signedIn.cookie, signedIn.session.expires_at);
      return reply.code(204).send();
    },
  );
}

/** The routes of the caller's own sessions. Only a person may see and end them; tokens may not. */
export function browserSessionRoutes(api: Api, core: SignInCore): void {
  api.post(
    '/web/sign-in/confirm',
    { schema: { hide: true, body: SessionConfirmation } },
    async ({ caller, body }, reply) =>
      refuseTokens(caller) ?? (await confirmSession(core, caller, body)) ?? reply.code(204).send(),
  );

  const tags = ['Browser sessions'];
  const description = 'Only for a User who is signed in.';
  const ended = { 204: Type.Null(), ...refusals(400, 401, 403, 404) };

  api.get(
    PATH,
    {
      schema: {
        tags,
        operationId: 'listBrowserSessions',
        summary: 'List the browsers you are signed in with',
        description,
        querystring: WholeListQuery,
        response: { 200: wholeListOf(BrowserSession), ...refusals(400, 401, 403) },
      },
    },
    async ({ caller, query }) =>
      refuseTokens(caller) ??
      pageOfWhole(await listSessions(core, caller.user_uuid, caller.actor.uuid), 'uuid', query),
  );

  api.delete(
    PATH,
    {
      schema: {
        tags,
        operationId: 'deleteOtherBrowserSessions',
        summary: 'Sign out everywhere else',
        description,
        response: ended,
      },
    },
    async ({ caller }, reply) => {
      const refusal = refuseTokens(caller);
      if (refusal) return refusal;
      await endOtherSessions(core, caller, caller.user_uuid, caller.actor.uuid);
      return reply.code(204).send();
    },
  );

  api.delete(
    `${PATH}/current`,
    {
      schema: {
        tags,
        operationId: 'deleteCurrentBrowserSession',
        summary: 'Sign out',
        description,
        response: ended,
      },
    },
    async ({ caller }, reply) => {
      const refusal =
        refuseTokens(caller) ?? (await endSession(core, caller, caller.user_uuid, caller.actor.uuid!));
      if (refusal) return refusal;
      clearCookie(reply, core.base_url, 'session');
      return reply.code(204).send();
    },
  );

  api.delete(
    `${PATH}/:uuid`,
    {
      schema: {
        tags,
        operationId: 'deleteBrowserSession',
        summary: 'Sign out in another browser',
        description,
        params: UuidParams,
        response: ended,
      },
    },
    async ({ caller, params }, reply) => {
      const refusal = refuseTokens(caller) ?? (await endSession(core, caller, caller.user_uuid, params.uuid));
      return refusal ?? reply.code(204).send();
    },
  );
}
