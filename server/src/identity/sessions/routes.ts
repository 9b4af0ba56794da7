import { CODE_MAX_LENGTH } from '@rapport/contract/second-factor';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Core } from '../../platform/core.ts';
import { addressOf } from '../../platform/email.ts';
import { acceptForms, type Form, parseQuery } from '../../platform/http/pages/form.ts';
import { answerFaultsByPage, basePath, sendPage } from '../../platform/http/pages/page.ts';
import { sayTo } from '../../platform/http/pages/say.ts';
import { requestOriginOf } from '../../platform/http/server/request-origin.ts';
import { Problem } from '../../platform/problem.ts';
import { isFirstRun } from '../actions.ts';
import { findSession, type SignInCore, signIn, signOut } from './actions.ts';
import { type CodeForm, codePage } from './code-page.ts';
import { clearCookie, readCookie, setCookie } from './cookie.ts';
import { finishSignIn } from './finish-sign-in.ts';
import { formToken, formTokenMatches } from './form-token.ts';
import { GERMAN } from './german.ts';
import { findHalfSession } from './half-sessions.ts';
import { localPath } from './rules.ts';
import { type SignInForm, signedInPage, signInPage } from './sign-in-page.ts';

const CODE_PATH = '/sign-in/second-factor';

const STALE_FORM = 'This form is no longer valid, or cookies are blocked. Please try again.';

/**
 * The pages on which a User signs in and out: GET and POST /sign-in and /sign-in/second-factor,
 * POST /sign-out.
 */
export async function sessionRoutes(app: FastifyInstance, core: SignInCore): Promise<void> {
  await app.register(async (scope) => {
    acceptForms(scope);
    answerFaultsByPage(scope, core.base_url);
    const hidden = { schema: { hide: true } };
    scope.get('/sign-in', hidden, (request, reply) => showSignIn(core, request, reply));
    scope.post('/sign-in', hidden, (request, reply) => handleSignIn(core, request, reply));
    scope.get(CODE_PATH, hidden, (request, reply) => showCode(core, request, reply));
    scope.post(CODE_PATH, hidden, (request, reply) => handleCode(core, request, reply));
    scope.post('/sign-out', hidden, (request, reply) => handleSignOut(core, request, reply));
  });
}

async function showSignIn(core: Core, request: FastifyRequest, reply: FastifyReply) {
  const query = parseQuery(request)?.values ?? {};
  const return_to = localPath(core.base_url, query.return_to);
  const session = await findSession(core, readCookie(request, core.base_url, 'session'));
  if (session && return_to === null) {
    const form_token = formToken(core, request, reply, 'sign-out');
    return sendPage(
      reply,
      core.base_url,
      signedInPage(sayTo(request, session.language, { de: GERMAN }), session, {
        action: pathTo(core, '/sign-out'),
        form_token,
      }),
    );
  }
  return sendForm(core, request, reply, {
    return_to: return_to ?? '',
    email: query.login_hint ?? session?.user.email ?? '',
    error: null,
    signed_in_name: session?.user.name ?? null,
  });
}

async function handleSignIn(core: SignInCore, request: FastifyRequest, reply: FastifyReply) {
  const { values = {}, repeated = [] } = (request.body as Form | undefined) ?? {};
  const { email: given = '', password = '', return_to, form_token } = values as Form['values'];
  const target = localPath(core.base_url, return_to);
  const email = addressOf(given);
  const form = { return_to: target ?? '', email, error: STALE_FORM, signed_in_name: null };
  if (repeated.length > 0 || !formTokenMatches(core, request, 'sign-in', form_token))
    return sendForm(core, request, reply, form, 403);
  const oldCookie = readCookie(request, core.base_url, 'session');
  const result = await signIn(core, { email, password }, requestOriginOf(request), oldCookie);
  if (result instanceof Problem) {
    reply.headers(result.headers);
    const status = result.code === 'rate_limited' ? 429 : 401;
    return sendForm(core, request, reply, { ...form, error: result.detail }, status);
  }
  if ('half_cookie' in result) {
    setCookie(reply, core, 'half', result.half_cookie, result.expires_at);
    const query = target === null ? '' : `?${new URLSearchParams({ return_to: target })}`;
    return reply.redirect(pathTo(core, CODE_PATH) + query, 303);
  }
  setCookie(reply, core, 'session', result.cookie, result.session.expires_at);
  // 303, so that the browser does not post the password to the next page (RFC 9700 §4.12).
  return reply.redirect(target ?? pathTo(core, '/sign-in'), 303);
}

/** Shows the second step to a browser with a half session; others go to the first step. */
async function showCode(core: Core, request: FastifyRequest, reply: FastifyReply) {
  const { return_to, with: means } = parseQuery(request)?.values ?? {};
  const target = localPath(core.base_url, return_to);
  const half = readCookie(request, core.base_url, 'half');
  if (half === undefined || !(await findHalfSession(core, half))) return backToSignIn(core, reply, target);
  const form = { return_to: target ?? '', error: null, by_recovery_code: means === 'recovery-code' };
  return sendCodeForm(core, request, reply, form);
}

async function handleCode(core: SignInCore, request: FastifyRequest, reply: FastifyReply) {
  const { values = {}, repeated = [] } = (request.body as Form | undefined) ?? {};
  const { code = '', return_to, form_token, means } = values as Form['values'];
  const target = localPath(core.base_url, return_to);
  const by_recovery_code = means === 'recovery-code';
  const form = { return_to: target ?? '', by_recovery_code, error: STALE_FORM };
  if (repeated.length > 0 || !formTokenMatches(core, request, 'second factor', form_token))
    return sendCodeForm(core, request, reply, form, 403);
  const half = readCookie(request, core.base_url, 'half');
  const oldCookie = readCookie(request, core.base_url, 'session');
  const asked = code.slice(0, CODE_MAX_LENGTH);
  const result = await finishSignIn(core, half, asked, requestOriginOf(request), oldCookie);
  if (result instanceof Problem) {
    reply.headers(result.headers);
    if (result.code === 'sign_in_failed') return backToSignIn(core, reply, target);
    const error = result.errors[0]?.detail ?? result.detail;
    return sendCodeForm(core, request, reply, { ...form, error }, result.code === 'rate_limited' ? 429 : 401);
  }
  clearCookie(reply, core.base_url, 'half');
  setCookie(reply, core, 'session', result.cookie, result.session.expires_at);
  return reply.redirect(target ?? pathTo(core, '/sign-in'), 303);
}

function backToSignIn(core: Core, reply: FastifyReply, target: string | null) {
  const query = target === null ? '' : `?${new URLSearchParams({ return_to: target })}`;
  return reply.redirect(`${pathTo(core, '/sign-in')}${query}`, 303);
}

function sendCodeForm(
  core: Core,
  request: FastifyRequest,
  reply: FastifyReply,
  form: Omit<CodeForm, 'action' | 'form_token'>,
  status = 200,
) {
  const form_token = formToken(core, request, reply, 'second factor');
  const page = codePage(
    sayTo(request, null, { de: GERMAN }),
    { ...form, action: pathTo(core, CODE_PATH), form_token },
    status,
  );
  return sendPage(reply, core.base_url, page);
}

async function handleSignOut(core: Core, request: FastifyRequest, reply: FastifyReply) {
  const { form_token } = (request.body as Form | undefined)?.values ?? {};
  const cookie = readCookie(request, core.base_url, 'session');
  if (cookie !== undefined && formTokenMatches(core, request, 'sign-out', form_token)) {
    await signOut(core, cookie, requestOriginOf(request));
    clearCookie(reply, core.base_url, 'session');
  }
  return reply.redirect(pathTo(core, '/sign-in'), 303);
}

async function sendForm(
  core: Core,
  request: FastifyRequest,
  reply: FastifyReply,
  form: Omit<SignInForm, 'action' | 'form_token' | 'is_first_run'>,
  status = 200,
) {
  const is_first_run = await isFirstRun(core);
  const form_token = formToken(core, request, reply, 'sign-in');
  return sendPage(
    reply,
    core.base_url,
    signInPage(
      sayTo(request, null, { de: GERMAN }),
      { ...form, action: pathTo(core, '/sign-in'), form_token, is_first_run },
      status,
    ),
  );
}

function pathTo(core: Core, path: string): string {
  return basePath(core.base_url) + path;
}
