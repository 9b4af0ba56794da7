import { EMAIL_MAX_LENGTH } from '@rapport/contract/fields';
import { PASSWORD_MAX_LENGTH } from '@rapport/contract/passwords';
import { type Html, html } from '../../platform/http/pages/html.ts';
import type { Page } from '../../platform/http/pages/page.ts';
import type { Say } from '../../platform/http/pages/say.ts';
import type { Session } from './actions.ts';

export type SignInForm = {
  action: string;
  form_token: string;
  return_to: string;
  email: string;
  /** The fault of the last try; null at the first. */
  error: string | null;
  /** The name of the User who is signed in and must give the password again; null for others. */
  signed_in_name: string | null;
  /** True while there is no User. */
  is_first_run: boolean;
};

/** The page with the form for e-mail address and password. */
export function signInPage(say: Say, form: SignInForm, status = 200): Page {
  return {
    language: say.language,
    title: say('Sign in'),
    status,
    leads_elsewhere: form.return_to.includes('/oauth/authorize?'),
    body: html`<h1>${say('Sign in')}</h1>
${signedInNote(say, form)}
${errorBox(form.error && say(form.error))}
<form method="post" action="${form.action}">
<input type="hidden" name="form_token" value="${form.form_token}">
<input type="hidden" name="return_to" value="${form.return_to}">
<label>${say('E-mail address')}
<input type="email" name="email" value="${form.email}" autocomplete="username" required maxlength="${EMAIL_MAX_LENGTH}"${focus(form.email === '')}>
</label>
<label>${say('Password')}
<input type="password" name="password" autocomplete="current-password" required maxlength="${PASSWORD_MAX_LENGTH}"${focus(form.email !== '')}${form.error !== null && html` aria-describedby="fault"`}>
</label>
<button type="submit">${say('Sign in')}</button>
</form>
<p class="below">${otherWay(say, form)}</p>`,
  };
}

/** The page for a User who is signed in already, with a button to sign out. */
export function signedInPage(
  say: Say,
  { user: { name, email } }: Session,
  form: { action: string; form_token: string },
): Page {
  return {
    language: say.language,
    title: say('Signed in'),
    body: html`<h1>${say('You are signed in')}</h1>
<p>${say('As {name} ({email}).', { name, email })}</p>
<p><a href="clients">${say('Go to Rapport')}</a></p>
<form method="post" action="${form.action}">
<input type="hidden" name="form_token" value="${form.form_token}">
<button type="submit" class="quiet">${say('Sign out')}</button>
</form>`,
  };
}

function otherWay(say: Say, { is_first_run }: SignInForm): Html {
  return is_first_run
    ? html`${say('Nobody has signed up here yet.')} <a href="first-run">${say('Create the first account')}</a>`
    : html`<a href="forgot-password">${say('Forgotten your password?')}</a>`;
}

function signedInNote(say: Say, { signed_in_name: name }: SignInForm): Html | null {
  if (name === null) return null;
  return html`<p>${say('You are signed in as {name}. To go on, sign in once more, or as somebody else.', { name })}</p>`;
}

function errorBox(error: string | null): Html | null {
  return error === null ? null : html`<div role="alert" id="fault">${error}</div>`;
}

function focus(wanted: boolean): Html | null {
  return wanted ? html` autofocus` : null;
}
