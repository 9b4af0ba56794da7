import { type Html, html } from '../../platform/http/pages/html.ts';
import type { Page } from '../../platform/http/pages/page.ts';
import type { Say } from '../../platform/http/pages/say.ts';
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
export function consentPage(say: Say, form: ConsentForm, status = 200): Page {
  const { application, redirect_uri, session, scope, had } = form;
  // The name of one that nobody registered proves nothing: its host is what the person must know.
  const isDocument = application.document_url !== null;
  const name = { application: isDocument ? application.company : application.name };
  const { see, change } = choicesOf(scope);
  return {
    language: say.language,
    title: say('Allow {application}', name),
    status,
    leads_elsewhere: true,
    body: html`<h1>${say('Allow {application} to use Rapport for you?', name)}</h1>
${form.error !== null && html`<div role="alert">${say(form.error)}</div>`}
${isDocument && html`<p>${say('Nobody has registered it here: the address is all that is known for sure, and the name is what it calls itself.')}</p>`}
<dl class="facts">
<dt>${say('Application')}</dt><dd>${application.name}</dd>
<dt>${say(isDocument ? 'Address' : 'Company')}</dt><dd>${application.company}</dd>
<dt>${say('Leads back to')}</dt><dd>${new URL(redirect_uri).host}</dd>
<dt>${say('You')}</dt><dd>${session.user.name} (${session.user.email})<br><a href="${form.switch_user_url}">${say('Use another user')}</a></dd>
</dl>
<form method="post" action="${form.action}">
<input type="hidden" name="form_token" value="${form.form_token}">
${lines(say, 'It will be able to see', see, had)}
${change.length > 0 && lines(say, 'It will be able to add, change and delete', change, had)}
${scope.some((one) => !isSignIn(one)) && accountsOf(say, form)}
<p>${say('It goes on while you are away, until you disconnect it.')}</p>
<div class="choices">
<button type="submit" name="decision" value="deny" class="quiet">${say('Deny')}</button>
<button type="submit" name="decision" value="allow">${say('Allow')}</button>
</div>
</form>
<p class="dimmed">${say('Allow it only if you know the application and came here on purpose. Untick what it need not have.')}</p>`,
  };
}

/** The lines to untick; what the application does not have yet is marked. */
function lines(say: Say, title: string, choices: Choice[], had: readonly string[] | null): Html {
  const isNew = (scope: string) => had !== null && scope !== '' && !covers(had, [scope]);
  return html`<fieldset><legend>${say(title)}</legend>
${choices.map(
  ({ name, text, scope }) =>
    html`<label class="tick"><input type="checkbox" checked${name === null ? html` disabled` : html` name="${`scope.${name}`}"`}><span>${say(text)}${isNew(scope) && html` <b>${say('(new)')}</b>`}</span></label>`,
)}</fieldset>`;
}

/** All Accounts, with those to come, or chosen ones. */
function accountsOf(say: Say, { accounts }: ConsentForm): Html {
  if (accounts.length === 0)
    return html`<p>${say('You have no Account yet; it will reach those you join later.')}</p>`;
  return html`<fieldset class="places"><legend>${say('Where')}</legend>
<label class="tick"><input type="radio" name="accounts" value="all" checked><span>${say('In all your Accounts, and those you join later')}</span></label>
<label class="tick"><input type="radio" name="accounts" value="chosen"><span>${say('Only in Accounts that you choose')}</span></label>
<div class="chosen">${accounts.map(
    ({ uuid, name }) =>
      html`<label class="tick"><input type="checkbox" name="${`account.${uuid}`}" checked><span>${name}</span></label>`,
  )}</div></fieldset>`;
}

/**
 * The page for a User without a second factor. It keeps an application from Accounts that require
 * one.
 */
export function secondFactorPage(say: Say, closed_names: string[]): Page {
  const requires = closed_names.length === 1 ? 'requires' : 'require';
  const accounts = closed_names.join(', ');
  return {
    language: say.language,
    title: say('A second factor is needed'),
    status: 403,
    body: html`<h1>${say('Set up a second factor first')}</h1>
<p>${say(
      `{accounts} ${requires} a second factor of all members, and you have none. An application would act there for you.`,
      { accounts },
    )}</p>
<p><a href="../settings/security">${say('Set it up')}</a>. ${say('Then come back from the application. Nothing was allowed.')}</p>`,
  };
}

/**
 * The page for a fault that cannot be reported to the application. It tells the User, who can tell
 * the developer; its description is for them, in English.
 */
export function untrustedRequestPage(say: Say, description: string, request_id: string, status = 400): Page {
  const body = explanation(say, description, request_id);
  return { language: say.language, title: say('The request is not valid'), status, body };
}

function explanation(say: Say, description: string, request_id: string): Html {
  return html`<h1>${say('This application cannot be connected')}</h1>
<p>${say('The application that sent you here sent a faulty request, so you were not sent back to it. Nothing was allowed.')}</p>
<p lang="en">${description}</p>
<p class="dimmed">${say('If you are its developer, correct the request; if not, tell its makers.')} ${say('Request')} ${request_id}</p>`;
}
