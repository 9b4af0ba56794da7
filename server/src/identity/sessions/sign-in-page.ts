import { EMAIL_MAX_LENGTH } from '@rapport/contract/fields';
import { PASSWORD_MAX_LENGTH } from '@rapport/contract/passwords';
import { type Html, html } from '../../platform/http/pages/html.ts';
import type { Page } from '../../platform/http/pages/page.ts';
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
export function signInPage(form: SignInForm, status = 200): Page {
  return {
    title: 'Sign in',
    status,
    leads_elsewhere: form.return_to.includes('/oauth/authorize?'),
    body: html`<h1>Sign in</h1>
${signedInNote(form)}
${errorBox(form.error)}
<form method="post" action="${form.action}">
<input type="hidden" name="form_token" value="${form.form_token}">
<input type="hidden" name="return_to" value="${form.return_to}">
<label>E-mail address
<input type="email" name="email" value="${form.email}" autocomplete="username" required maxlength="${EMAIL_MAX_LENGTH}"${focus(form.email === '')}>
</label>
<label>Password
<input type="password" name="password" autocomplete="current-password" required maxlength="${PASSWORD_MAX_LENGTH}"${focus(form.email !== '')}${form.error !== null && html` aria-describedby="fault"`}>
</label>
<button type="submit">Sign in</button>
</form>
<p class="below">${otherWay(form)}</p>`,
  };
}

/** The page for a User who is signed in already, with a button to sign out. */
export function signedInPage(session: Session, form: { action: string; form_token: string }): Page {
  return {
    title: 'Signed in',
    body: html`<h1>You are signed in</h1>
<p>As ${session.user.name} (${session.user.email}).</p>
<p><a href="clients">Go to Rapport</a></p>
<form method="post" action="${form.action}">
<input type="hidden" name="form_token" value="${form.form_token}">
<button type="submit" class="quiet">Sign out</button>
</form>`,
  };
}

function otherWay({ is_first_run }: SignInForm): Html {
  return is_first_run
    ? html`Nobody has signed up here yet. <a href="first-run">Create the first account</a>`
    : html`<a href="forgot-password">Forgotten your password?</a>`;
}

function signedInNote({ signed_in_name }: SignInForm): Html | null {
  return signed_in_name === null
    ? null
    : html`<p>You are signed in as ${signed_in_name}. To go on, sign in once more, or as somebody else.</p>`;
}

function errorBox(error: string | null): Html | null {
  return error === null ? null : html`<div role="alert" id="fault">${error}</div>`;
}

function focus(wanted: boolean): Html | null {
  return wanted ? html` autofocus` : null;
}
