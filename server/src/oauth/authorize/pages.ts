import { type Html, html } from '../../platform/http/pages/html.ts';
import type { Page } from '../../platform/http/pages/page.ts';
import { covers, isSignIn } from '../scopes.ts';
import type { Consent } from './actions.ts';
import { type Choice, choicesOf } from './choices.ts';

type ConsentForm = Consent & {
  /** The Accounts that the User has a Login to. */
  accounts: { uuid: string; name: string }[];
  action: string;
  form_token: string;
  switch_user_url: string;
  /** The reason why the last try failed. */
  error: string | null;
};

/**
 * The consent page: it shows the application, the User and the rights asked for, each of which can
 * be unticked. The User allows or refuses them.
 */
export function consentPage(form: ConsentForm, status = 200): Page {
  const { application, redirect_uri, session, scope, had } = form;
  const { see, change } = choicesOf(scope);
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
<form method="post" action="${form.action}">
<input type="hidden" name="form_token" value="${form.form_token}">
${lines('It will be able to see', see, had)}
${change.length > 0 && lines('It will be able to add, change and delete', change, had)}
${scope.some((one) => !isSignIn(one)) && accountsOf(form)}
<p>It goes on while you are away, until you disconnect it.</p>
<div class="choices">
<button type="submit" name="decision" value="deny" class="quiet">Deny</button>
<button type="submit" name="decision" value="allow">Allow</button>
</div>
</form>
<p class="dimmed">Allow it only if you know the application and came here on purpose. Untick what it need not have.</p>`,
  };
}

/** The lines to untick; what the application does not have yet is marked. */
function lines(title: string, choices: Choice[], had: readonly string[] | null): Html {
  const isNew = (scope: string) => had !== null && scope !== '' && !covers(had, [scope]);
  return html`<fieldset><legend>${title}</legend>
${choices.map(
  ({ name, text, scope }) =>
    html`<label class="tick"><input type="checkbox" checked${name === null ? html` disabled` : html` name="${`scope.${name}`}"`}><span>${text}${isNew(scope) && html` <b>(new)</b>`}</span></label>`,
)}</fieldset>`;
}

/** All Accounts, with those to come, or chosen ones. */
function accountsOf({ accounts }: ConsentForm): Html {
  if (accounts.length === 0) return html`<p>You have no Account yet; it will reach those you join later.</p>`;
  return html`<fieldset class="places"><legend>Where</legend>
<label class="tick"><input type="radio" name="accounts" value="all" checked><span>In all your Accounts, and those you join later</span></label>
<label class="tick"><input type="radio" name="accounts" value="chosen"><span>Only in Accounts that you choose</span></label>
<div class="chosen">${accounts.map(
    ({ uuid, name }) =>
      html`<label class="tick"><input type="checkbox" name="${`account.${uuid}`}" checked><span>${name}</span></label>`,
  )}</div></fieldset>`;
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
