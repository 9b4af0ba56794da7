import { isFreshSignIn } from '../../access/rules.ts';
import { listAccountsOf, listClosedAccountNames } from '../../accounts/look-ups.ts';
import { recordAudit } from '../../audit/actions.ts';
import { type FoundSession, isStillSignedIn, type Session } from '../../identity/sessions/actions.ts';
import { sendMails } from '../../mails/actions.ts';
import { isDatabaseDown } from '../../platform/database/database-down.ts';
import type { Form } from '../../platform/http/pages/form.ts';
import type { RequestOrigin } from '../../platform/http/server/request-origin.ts';
import { newUuid } from '../../platform/ids.ts';
import { hashToken, newToken } from '../../platform/secrets/random-tokens.ts';
import { toApiTime } from '../../platform/time/clock.ts';
import { addLifetime } from '../../platform/time/lifetimes.ts';
import { disableBeyond } from '../../webhooks/subscriptions/actions.ts';
import { type Application, findApplication } from '../applications/actions.ts';
import type { OAuthCore } from '../core.ts';
import { applicationOfDocument } from '../documents/actions.ts';
import { isDocumentUrl, isRedirectOf } from '../documents/rules.ts';
import { AuthorizationError, UntrustedRequest } from '../errors.ts';
import { connectionMail } from '../grants/connection-mail.ts';
import { isForMcp } from '../resource.ts';
import { covers, isSignIn, parseScope } from '../scopes.ts';
import { type Allowed, allowedAccounts, allowedScope, grantedScope, partOf } from './choices.ts';
import * as queries from './queries.ts';
import {
  mustSignInAgain,
  promptOf,
  queryAfterSignIn,
  refuseInsecureService,
  refuseRedirectUri,
  refuseRequest,
  withParameters,
} from './rules.ts';

/**
 * The browser that sends the request: its session, and the User's decision if it comes from the
 * consent page.
 */
export type Browser = {
  session: FoundSession | undefined;
  decision: 'allow' | 'deny' | null;
  /** What is ticked on the consent page, when the decision comes from it. */
  ticked: Ticked;
  origin: RequestOrigin;
};

/** The names of the ticked lines and Accounts, and whether all Accounts are meant. */
export type Ticked = { scopes: ReadonlySet<string>; accounts: ReadonlySet<string>; is_all: boolean };

export type Consent = {
  application: Application;
  redirect_uri: string;
  scope: string[];
  session: FoundSession;
  /** What the application has already; null: it is not connected. */
  had: string[] | null;
};

/** The answer for the browser: a page or a redirect. */
export type Answer =
  | UntrustedRequest
  | { go: 'sign_in'; query: string; login_hint: string | undefined }
  | { go: 'consent'; consent: Consent; error?: string }
  | { go: 'second_factor'; closed_names: string[] }
  | { go: 'back'; location: string; refusal: AuthorizationError | null; fault?: Error };

/**
 * Answers an authorization request (RFC 6749 §4.1.1, OpenID Connect Core §3.1.2). Before the
 * application and its redirect URL are known, a refusal is an UntrustedRequest, shown on a page.
 * After that, a refusal goes back to the application.
 */
export async function authorize(core: OAuthCore, form: Form | undefined, browser: Browser): Promise<Answer> {
  const request = await identifyRequest(core, form, browser.origin);
  if (request instanceof UntrustedRequest) return request;
  try {
    return await decide(core, request, browser);
  } catch (fault) {
    const down = isDatabaseDown(fault as Error);
    const refusal = down
      ? new AuthorizationError(
          'temporarily_unavailable',
          'The service cannot answer right now. Try again in a moment.',
        )
      : new AuthorizationError(
          'server_error',
          `Rapport has an internal error. Its log has more under ${browser.origin.request_id}.`,
        );
    return { ...sendBack(core, request, refusal), fault: fault as Error };
  }
}

/** A known application, the redirect URL it has registered, and the scope it asks for. */
type AuthorizationRequest = {
  application: Application;
  redirect_uri: string;
  state: string | undefined;
  form: Form;
};

async function identifyRequest(
  core: OAuthCore,
  form: Form | undefined,
  { address }: RequestOrigin,
): Promise<AuthorizationRequest | UntrustedRequest> {
  const insecure = refuseInsecureService(core.base_url);
  if (insecure) return insecure;
  if (form === undefined) {
    return new UntrustedRequest(
      'A parameter has a broken escape. Write % and two hexadecimal digits; together they must be UTF-8 without a NUL. ' +
        'Write % itself as %25.',
    );
  }
  const { values, repeated } = form;
  for (const name of ['client_id', 'redirect_uri']) {
    if (repeated.includes(name)) return new UntrustedRequest(`${name} is sent more than once.`);
  }
  if (values.client_id === undefined) return new UntrustedRequest('client_id is missing.');
  const isDocument = isDocumentUrl(values.client_id, core.client_document_hosts);
  const uuid = isDocument ? await applicationOfDocument(core, values.client_id, address) : values.client_id;
  if (uuid instanceof UntrustedRequest) return uuid;
  const application = await findApplication(core.db, uuid);
  if (!application) return new UntrustedRequest(UNKNOWN_CLIENT);
  if (application.disabled_at !== null)
    return new UntrustedRequest('The operator has disabled this application.');
  // Nobody uses the identity of a document under another name.
  if (isDocument !== (application.document_url !== null)) return new UntrustedRequest(UNKNOWN_CLIENT);
  const isKnown = isDocument && isRedirectOf(application.redirect_urls, values.redirect_uri ?? '');
  const unregistered = isKnown ? null : refuseRedirectUri(values.redirect_uri, application.redirect_urls);
  if (unregistered) return unregistered;
  const state = repeated.includes('state') ? undefined : values.state;
  return { application, redirect_uri: values.redirect_uri!, state, form };
}

const UNKNOWN_CLIENT = 'client_id is unknown. Check it with the operator of this service.';

async function decide(core: OAuthCore, request: AuthorizationRequest, browser: Browser): Promise<Answer> {
  const { application, redirect_uri, form } = request;
  const { values } = form;

  const refusal = refuseRequest({
    ...form,
    require_pkce: application.require_pkce,
    base_url: core.base_url,
    mcp: core.mcp,
    is_document: application.document_url !== null,
  });
  if (refusal) return sendBack(core, request, refusal);

  const silent = promptOf(values).includes('none');
  const { session } = browser;
  if (!session || mustSignInAgain(values, session, core.clock.now())) return askToSignIn(core, request);

  const { scope } = parseScope(values.scope) as { scope: string[] };
  if (browser.decision === 'deny') {
    await auditDecision(core, core.db, 'oauth_authorization.denied', application, session, browser.origin, {
      scope,
    });
    return sendBack(core, request, new AuthorizationError('access_denied', 'The User did not allow it.'));
  }
  const before = await queries.findConsent(core.db, session.user.uuid, application.uuid);
  const askForConsent = (error?: string): Answer =>
    silent
      ? sendBack(core, request, consentRequired())
      : {
          go: 'consent',
          consent: { application, redirect_uri, scope, session, had: before?.scope ?? null },
          error,
        };
  const remembered = browser.decision === null ? rememberedConsent(request, before, scope) : null;
  if (!remembered) {
    if (silent) return sendBack(core, request, consentRequired());
    // A grant outlives the session, so the User must have signed in lately, as for a new token.
    if (!isFreshSignIn(session, core.clock.now())) return askToSignIn(core, request);
    const closed_names = await listClosedAccountNames(core.db, session.user.uuid);
    if (closed_names.length > 0) return { go: 'second_factor', closed_names };
    if (browser.decision === null) return askForConsent();
  }
  const decided = remembered ? null : await allowedBy(core, session, scope, browser.ticked);
  if (typeof decided === 'string') return askForConsent(decided);

  const issued = await issueCode(core, request, session, { asked: scope, decided }, browser);
  if (issued === 'signed_out') return askToSignIn(core, request);
  return issued === 'disconnected' ? askForConsent() : sendBack(core, request, null, issued.code);
}

function askToSignIn(core: OAuthCore, request: AuthorizationRequest): Answer {
  const { values } = request.form;
  if (promptOf(values).includes('none')) return sendBack(core, request, loginRequired());
  return { go: 'sign_in', query: queryAfterSignIn(values), login_hint: values.login_hint };
}

function loginRequired(): AuthorizationError {
  return new AuthorizationError(
    'login_required',
    'The User must sign in, but prompt=none forbids asking them.',
  );
}

function consentRequired(): AuthorizationError {
  return new AuthorizationError(
    'consent_required',
    'The User must allow it, but prompt=none forbids asking them.',
  );
}

/**
 * What the User has allowed before of this scope, to this application at this redirect URL; null
 * when they are to be asked. With `prompt=consent` they always are. Who unticked something is not
 * asked for it at each sign-in.
 */
function rememberedConsent(
  { form, redirect_uri }: AuthorizationRequest,
  before: queries.Consented | undefined,
  asked: string[],
): Allowed | null {
  if (!before || promptOf(form.values).includes('consent')) return null;
  const { scope, asked_scope, account_uuids, redirect_urls } = before;
  const wasAsked = [...scope, ...(asked_scope ?? [])];
  const isCovered = covers(wasAsked, asked) && redirect_urls.includes(redirect_uri);
  const part = partOf(scope, asked);
  const isLeft = asked.every(isSignIn) || part.some((one) => !isSignIn(one));
  return isCovered && isLeft ? { scope: part, account_uuids } : null;
}

/** What the ticks of the consent page allow, or what is missing in them. */
async function allowedBy(
  core: OAuthCore,
  session: FoundSession,
  asked: string[],
  { scopes, accounts, is_all }: Ticked,
): Promise<Allowed | string> {
  const scope = allowedScope(asked, scopes);
  const isOfApi = (one: string) => !isSignIn(one);
  if (asked.some(isOfApi) && !scope.some(isOfApi))
    return 'Leave at least one thing ticked that it may see or change, or deny it.';
  if (!scope.some(isOfApi)) return { scope, account_uuids: null };
  const own = (await listAccountsOf(core.db, session.user.uuid)).map(({ uuid }) => uuid);
  const account_uuids = allowedAccounts(own, accounts, is_all);
  if (account_uuids?.length === 0) return 'Choose at least one Account, or deny it.';
  return { scope, account_uuids };
}

/**
 * Issues a code for what the User has decided now, or (null) before. It issues none when the
 * session has ended meanwhile, for example by a new password, or when the earlier consent was
 * revoked or no longer covers what is asked.
 */
async function issueCode(
  core: OAuthCore,
  request: AuthorizationRequest,
  session: FoundSession,
  { asked, decided }: { asked: string[]; decided: Allowed | null },
  browser: Browser,
): Promise<{ code: string } | 'signed_out' | 'disconnected'> {
  const { application, redirect_uri, form } = request;
  const code = newToken('oauth_authorization_code');
  const at = core.clock.now();
  const now = toApiTime(at);
  return core.db.transaction(async (tx) => {
    const [user_uuid, client_uuid] = [session.user.uuid, application.uuid];
    if (!(await isStillSignedIn(tx, { uuid: session.uuid, user_uuid }))) return 'signed_out';
    const before = await queries.findConsent(tx, user_uuid, client_uuid, 'FOR UPDATE');
    // It may be less by now: an owner may have shut the application out of their Account.
    const allowed = decided ?? rememberedConsent(request, before, asked);
    if (!allowed) return 'disconnected';
    const { scope, account_uuids } = allowed;
    const grant = {
      ...(decided ? consentAfter(before, asked, decided) : before!),
      ...{ uuid: newUuid(at), user_uuid, client_uuid, redirect_uri, now },
    };
    const grant_uuid = await queries.upsertGrant(tx, grant);
    if (decided) await disableBeyond(core, tx, { user_uuid, oauth_client_uuid: client_uuid }, grant);
    await queries.insertAuthorization(tx, {
      uuid: newUuid(at),
      grant_uuid,
      code_hash: hashToken(code),
      code_expires_at: toApiTime(addLifetime(at, core.lifetimes.code)),
      redirect_uri,
      code_challenge: form.values.code_challenge ?? null,
      scope,
      account_uuids,
      for_mcp: isForMcp(form.values.resource, core.base_url) ?? false,
      nonce: form.values.nonce ?? null,
      signed_in_at: session.signed_in_at,
      created_at: now,
    });
    const details = {
      scope,
      ...(account_uuids && { account_uuids }),
      redirect_uri,
      asked: decided !== null,
    };
    await auditDecision(
      core,
      tx,
      'oauth_authorization.allowed',
      application,
      session,
      browser.origin,
      details,
    );
    if (grant_uuid === grant.uuid) {
      const mail = connectionMail(session.user, application, core.base_url);
      await sendMails(core, tx, [mail], { user_uuid });
    }
    return { code };
  });
}

/** What a grant gives after the User has decided anew. */
function consentAfter(
  before: queries.Consented | undefined,
  asked: string[],
  { scope, account_uuids }: Allowed,
): Pick<queries.Consented, 'scope' | 'asked_scope' | 'account_uuids'> {
  const hasApi = asked.some((one) => !isSignIn(one));
  return {
    scope: grantedScope(before?.scope ?? [], asked, scope),
    asked_scope: covers(scope, asked) ? null : asked,
    account_uuids: hasApi ? account_uuids : (before?.account_uuids ?? null),
  };
}

function auditDecision(
  core: OAuthCore,
  db: OAuthCore['db'],
  action: 'oauth_authorization.allowed' | 'oauth_authorization.denied',
  application: Application,
  session: Session,
  origin: RequestOrigin,
  details: Record<string, unknown>,
): Promise<void> {
  const cause = {
    ...origin,
    actor: { type: 'browser_session' as const, uuid: session.uuid, name: 'browser' },
  };
  const subject = { user_uuid: session.user.uuid, oauth_client_uuid: application.uuid, details };
  return recordAudit(core, db, cause, action, subject);
}

/**
 * Redirects back to the application. `iss` tells an application that works with several services
 * which one has answered (RFC 9207 §2).
 */
function sendBack(
  core: OAuthCore,
  { redirect_uri, state }: AuthorizationRequest,
  refusal: AuthorizationError | null,
  code?: string,
) {
  const location = withParameters(redirect_uri, {
    code,
    error: refusal?.error,
    error_description: refusal?.description,
    state,
    iss: core.base_url,
  });
  return { go: 'back' as const, location, refusal };
}
