import { CODE_MAX_LENGTH } from '@rapport/contract/second-factor';
import { type Html, html } from '../../platform/http/pages/html.ts';
import type { Page } from '../../platform/http/pages/page.ts';
import type { Say } from '../../platform/http/pages/say.ts';

export type CodeForm = {
  action: string;
  form_token: string;
  return_to: string;
  /** True when the User types a recovery code instead of a code of their app. */
  by_recovery_code: boolean;
  /** The fault of the last try; null at the first. */
  error: string | null;
};

/** The page with the form for the second step of a sign-in. */
export function codePage(say: Say, form: CodeForm, status = 200): Page {
  const { by_recovery_code, error } = form;
  return {
    language: say.language,
    title: say('Second step'),
    status,
    leads_elsewhere: form.return_to.includes('/oauth/authorize?'),
    body: html`<h1>${say('Second step')}</h1>
${error === null ? null : html`<div role="alert" id="fault">${say(error)}</div>`}
<form method="post" action="${form.action}">
<input type="hidden" name="form_token" value="${form.form_token}">
<input type="hidden" name="return_to" value="${form.return_to}">
<input type="hidden" name="means" value="${by_recovery_code ? 'recovery-code' : 'app'}">
${by_recovery_code ? recoveryCodeInput(say, error) : codeInput(say, error)}
<button type="submit">${say('Sign in')}</button>
</form>
<p class="below">${otherMeans(say, form)}</p>`,
  };
}

function codeInput(say: Say, error: string | null): Html {
  return html`<label>${say('Code that your app shows')}
<input name="code" inputmode="numeric" autocomplete="one-time-code" pattern="[0-9 ]*" required maxlength="10" autofocus${describedBy(error)}>
</label>`;
}

function recoveryCodeInput(say: Say, error: string | null): Html {
  return html`<label>${say('Recovery code')}
<input name="code" autocomplete="off" autocapitalize="none" spellcheck="false" required maxlength="${CODE_MAX_LENGTH}" autofocus${describedBy(error)}>
</label>
<p class="dimmed">${say('One of the codes that you kept when you set the second factor up. Each works once.')}</p>`;
}

/** The links to other ways in. A User without app and codes needs the operator. */
function otherMeans(say: Say, { by_recovery_code, return_to, action }: CodeForm): Html {
  const query = new URLSearchParams({ return_to, ...(!by_recovery_code && { with: 'recovery-code' }) });
  const href = `${action}?${query}`;
  return by_recovery_code
    ? html`<a href="${href}">${say('Use the app')}</a><br>${say('No codes left either? Ask the operator of this Rapport.')}`
    : html`<a href="${href}">${say('No app at hand? Use a recovery code')}</a>`;
}

function describedBy(error: string | null): Html | null {
  return error === null ? null : html` aria-describedby="fault"`;
}
