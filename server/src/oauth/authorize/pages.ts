import { type Html, html } from '../../platform/http/pages/html.ts';
import type { Page } from '../../platform/http/pages/page.ts';
import type { Scope } from '../scopes.ts';
import type { Consent } from './actions.ts';

type ConsentForm = Consent & {
  /** The names of the Accounts that the User has a Login to. */
  account_names: string[];
  action: string;
  form_token: string;
  switch_user_url: string;
  /** The reason why the last try failed. */
  error: string | null;
};

/**
 * The consent page: it shows the application, the User and the rights asked for. The User allows or
 * refuses them.
 */
export function consentPage(form: ConsentForm, status = 200): Page {
  const { application, redirect_uri, session } = form;
  return {
    title: `Allow ${application.name}`,
    status,
    leads_elsewhere: true,
    body: html`<h1>Allow ${application.name} to use Rapport for you?</h1>
${form.error !== null && html`<div role="alert">${form.error}</div>`}
<dl class="facts">
<dt>Application</dt><dd>${application.name}</dd>
<dt>Company</dt><dd>${application.company}</dd>
<dt>Leads back to</dt><dd>${new URL(redirect_uri).host}</dd>
<dt>You</dt><dd>${session.user.name} (${session.user.email})<br><a href="${form.switch_user_url}">Use another user</a></dd>
</dl>
<p>It will be able to:</p>
<ul>${form.scope.flatMap((scope) => permissions(scope, form.account_names)).map((text) => html`<li>${text}</li>`)}</ul>
<form method="post" action="${form.action}">
<input type="hidden" name="form_token" value="${form.form_token}">
<div class="choices">
<button type="submit" name="decision" value="deny" class="quiet">Deny</button>
<button type="submit" name="decision" value="allow">Allow</button>
</div>
</form>
<p class="dimmed">Allow it only if you know the application and came here on purpose. You can disconnect it at any time.</p>`,
  };
}

/**
 * The page for a User without a second factor. It keeps an application from Accounts that require
 * one.
 */
export function secondFactorPage(closed_names: string[]): Page {
  return {
    title: 'A second factor is needed',
    status: 403,
    body: html`<h1>Set up a second factor first</h1>
<p>${closed_names.join(', ')} ${closed_names.length === 1 ? 'requires' : 'require'} a second factor of all members, and you have none.
An application would act there for you.</p>
<p><a href="../settings/security">Set it up</a>, then come back from the application. Nothing was allowed.</p>`,
  };
}

/** The meaning of a scope in plain words. */
function permissions(scope: Scope, account_names: string[]): string[] {
  switch (scope) {
    case '*':
      return [
        `See, add, change and delete everything that you can ${places(account_names)}`,
        'Get changes there as they happen',
        'Continue while you are away, until you disconnect it',
      ];
    case 'openid':
      return ['Know that you are the same person each time you sign in'];
    case 'profile':
      return ['See your name'];
    case 'email':
      return ['See your e-mail address'];
  }
}

const NAMES_SHOWN = 3;

function places(names: string[]): string {
  if (names.length === 0)
    return 'in Rapport; you have no Account yet, but it will reach those you join later';
  const shown = names.slice(0, NAMES_SHOWN).join(', ');
  const more = names.length - NAMES_SHOWN;
  return `in all your Accounts: ${shown}${more > 0 ? ` and ${more} more` : ''}, and those you join later`;
}

/**
 * The page for a fault that cannot be reported to the application. It tells the User, who can tell
 * the developer.
 */
export function untrustedRequestPage(description: string, request_id: string, status = 400): Page {
  return { title: 'The request is not valid', status, body: explanation(description, request_id) };
}

function explanation(description: string, request_id: string): Html {
  return html`<h1>This application cannot be connected</h1>
<p>The application that sent you here sent a faulty request, so you were not sent back to it. Nothing was allowed.</p>
<p>${description}</p>
<p class="dimmed">If you are its developer, correct the request; if not, tell its makers. Request ${request_id}</p>`;
}
