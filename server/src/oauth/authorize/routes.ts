import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { listAccountsOf } from '../../accounts/look-ups.ts';
import { findSession } from '../../identity/sessions/actions.ts';
import { readCookie } from '../../identity/sessions/cookie.ts';
import { formToken, formTokenMatches } from '../../identity/sessions/form-token.ts';
import { acceptForms, type Form, formText, parseForm, parseQuery } from '../../platform/http/pages/form.ts';
import { answerFaultsByPage, basePath, sendPage } from '../../platform/http/pages/page.ts';
import { sayTo } from '../../platform/http/pages/say.ts';
import { requestOriginOf } from '../../platform/http/server/request-origin.ts';
import type { OAuthCore } from '../core.ts';
import { authorizeDescription, described } from '../description.ts';
import { UntrustedRequest } from '../errors.ts';
import { type Answer, authorize, type Browser, type Consent, type Ticked } from './actions.ts';
import { GERMAN } from './german.ts';
import { consentPage, secondFactorPage, untrustedRequestPage } from './pages.ts';

const STALE_FORM = 'This form is no longer valid. Check what the application asks for, and choose again.';

/**
 * The routes GET and POST /oauth/authorize (OpenID Connect Core §3.1.2.1). The consent page posts
 * to the same address.
 */
export async function authorizeRoutes(app: FastifyInstance, core: OAuthCore): Promise<void> {
  await app.register(async (scope) => {
    acceptForms(scope);
    answerFaultsByPage(scope, core.base_url);
    const hidden = { schema: { hide: true } };
    const options = { ...described(authorizeDescription), exposeHeadRoute: false };
    scope.get('/oauth/authorize', options, async (request, reply) => {
      const browser = {
        session: await sessionOf(core, request),
        decision: null,
        ticked: NOTHING_TICKED,
        origin: requestOriginOf(request),
      };
      return answerBrowser(core, request, reply, browser, parseQuery(request));
    });
    // A HEAD request must issue no code, so the session does not count.
    scope.head('/oauth/authorize', hidden, async (request, reply) => {
      return answerBrowser(core, request, reply, stranger(request), parseQuery(request));
    });
    scope.post('/oauth/authorize', hidden, async (request, reply) => {
      const form = hasBody(request) ? (request.body as Form | undefined) : NO_PARAMETERS;
      if (!isConsentForm(form)) return answerPosted(core, request, reply, form);
      const session = await sessionOf(core, request);
      const { form_token, decision } = form.values;
      const decided = decision === 'allow' || decision === 'deny' ? decision : null;
      // With repeated fields, the decision may not be the User's own.
      const genuine =
        session &&
        form.repeated.length === 0 &&
        formTokenMatches(core, request, consentSubject(request, session.uuid), form_token);
      const browser: Browser = {
        session,
        decision: genuine ? decided : null,
        ticked: tickedIn(form),
        origin: requestOriginOf(request),
      };
      const error = session && !genuine ? STALE_FORM : null;
      return answerBrowser(core, request, reply, browser, parseQuery(request), error);
    });
  });
}

const NO_PARAMETERS: Form = { values: {}, repeated: [] };
const NOTHING_TICKED: Ticked = { scopes: new Set(), accounts: new Set(), is_all: false };

/** What is ticked in the form of the consent page. */
function tickedIn({ values }: Form): Ticked {
  const named = (prefix: string) =>
    new Set(
      Object.keys(values).flatMap((name) => (name.startsWith(prefix) ? [name.slice(prefix.length)] : [])),
    );
  return { scopes: named('scope.'), accounts: named('account.'), is_all: values.accounts === 'all' };
}

/**
 * True when the request has a body. A body without a content type was refused earlier, so the
 * header tells. The parsed body does not: unreadable text is undefined, too.
 */
function hasBody(request: FastifyRequest): boolean {
  return request.headers['content-type'] !== undefined;
}

/** True for the form of the consent page: an authorization request has neither field. */
function isConsentForm(form: Form | undefined): form is Form {
  return form !== undefined && ('form_token' in form.values || 'decision' in form.values);
}

/** Some proxies refuse longer addresses. Every request that the rules accept fits. */
const ADDRESS_MAX_LENGTH = 8000;

/**
 * Redirects a posted authorization request to the GET with the same parameters. When another site
 * posted it, only a GET carries our session cookie. A request too long for an address gets a
 * refusal at once, without a session.
 */
async function answerPosted(
  core: OAuthCore,
  request: FastifyRequest,
  reply: FastifyReply,
  form: Form | undefined,
) {
  if (form === undefined) return answerBrowser(core, request, reply, stranger(request), undefined);
  const query = [request.url.split('?').slice(1).join('?'), formText(form)].filter(Boolean).join('&');
  if (query.length > ADDRESS_MAX_LENGTH) {
    return answerBrowser(core, request, reply, stranger(request), parseForm(query));
  }
  reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer');
  return reply.redirect(`${basePath(core.base_url)}/oauth/authorize?${query}`, 303);
}

/** A browser without a session, whatever cookie it sent. */
function stranger(request: FastifyRequest): Browser {
  return { session: undefined, decision: null, ticked: NOTHING_TICKED, origin: requestOriginOf(request) };
}

async function answerBrowser(
  core: OAuthCore,
  request: FastifyRequest,
  reply: FastifyReply,
  browser: Browser,
  form: Form | undefined,
  error: string | null = null,
) {
  const say = sayTo(request, browser.session?.language ?? null, { de: GERMAN });
  const answer = await authorize(core, form, browser);
  logRefusal(request, answer);
  if (answer instanceof UntrustedRequest) {
    return sendPage(reply, core.base_url, untrustedRequestPage(say, answer.description, request.id));
  }
  reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer');
  switch (answer.go) {
    case 'back':
      // 303, so that the browser does not post our form to the application (RFC 9700 §4.12).
      return reply.redirect(answer.location, 303);
    case 'sign_in':
      return reply.redirect(signInUrl(core, answer.query, answer.login_hint), 303);
    case 'second_factor':
      return sendPage(reply, core.base_url, secondFactorPage(say, answer.closed_names));
    case 'consent':
      return sendConsentPage(core, request, reply, answer.consent, error ?? answer.error ?? null);
  }
}

async function sendConsentPage(
  core: OAuthCore,
  request: FastifyRequest,
  reply: FastifyReply,
  consent: Consent,
  error: string | null,
) {
  const { session } = consent;
  const query = request.url.slice(request.url.indexOf('?') + 1);
  const page = consentPage(
    sayTo(request, session.language, { de: GERMAN }),
    {
      ...consent,
      accounts: await listAccountsOf(core.db, session.user.uuid),
      action: `${basePath(core.base_url)}/oauth/authorize?${query}`,
      form_token: formToken(core, request, reply, consentSubject(request, session.uuid)),
      switch_user_url: signInUrl(core, query, undefined),
      error,
    },
    error === null ? 200 : 403,
  );
  return sendPage(reply, core.base_url, page);
}

/** The subject of a consent form's token: valid for one session and exactly this request. */
function consentSubject(request: FastifyRequest, session_uuid: string): string {
  return `consent ${session_uuid} ${request.url}`;
}

function sessionOf(core: OAuthCore, request: FastifyRequest) {
  return findSession(core, readCookie(request, core.base_url, 'session'));
}

function signInUrl(core: OAuthCore, query: string, login_hint: string | undefined): string {
  const base = basePath(core.base_url);
  const parameters = new URLSearchParams({ return_to: `${base}/oauth/authorize?${query}` });
  if (login_hint !== undefined) parameters.set('login_hint', login_hint);
  return `${base}/sign-in?${parameters}`;
}

function logRefusal(request: FastifyRequest, answer: Answer): void {
  if (answer instanceof UntrustedRequest) {
    request.log.info(
      { description: answer.description, detail: answer.detail },
      'refused an authorization request',
    );
  } else if (answer.go === 'back' && answer.fault) {
    request.log.error({ err: answer.fault }, 'an authorization request failed');
  } else if (answer.go === 'back' && answer.refusal) {
    request.log.info({ error: answer.refusal.error }, 'refused an authorization request');
  }
}
