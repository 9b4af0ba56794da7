import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Core } from '../../platform/core.ts';
import { acceptForms, parseQuery } from '../../platform/http/pages/form.ts';
import { html } from '../../platform/http/pages/html.ts';
import { answerFaultsByPage, type Page, sendPage } from '../../platform/http/pages/page.ts';
import { readUnsubscribeCode } from '../mails/unsubscribe-link.ts';
import { endMails } from '../settings/actions.ts';

/**
 * The page behind the link of a mail. It works without a sign-in, because the code in the address
 * is signed. GET only asks: mail programs open links by themselves. POST ends the mails, from the
 * button of the page or from that of the mail program (RFC 8058).
 */
export async function unsubscribeRoutes(app: FastifyInstance, core: Core): Promise<void> {
  await app.register(async (scope) => {
    acceptForms(scope);
    answerFaultsByPage(scope, core.base_url);
    const hidden = { schema: { hide: true } };
    scope.get('/unsubscribe', hidden, (request, reply) => show(core, request, reply));
    scope.post('/unsubscribe', hidden, (request, reply) => unsubscribe(core, request, reply));
  });
}

function codeOf(core: Core, request: FastifyRequest) {
  const { code = '' } = parseQuery(request)?.values ?? {};
  return readUnsubscribeCode(core.secretKey, code);
}

function show(core: Core, request: FastifyRequest, reply: FastifyReply) {
  if (!codeOf(core, request)) return sendPage(reply, core.base_url, WRONG);
  // Without an action, the form is sent to the address of the page, which has the code.
  const body = html`<h1>No more of these mails?</h1>
<p>You are still told on the pages of Rapport. There you also choose what you are told, and where.</p>
<form method="post"><button type="submit">Stop these mails</button></form>`;
  return sendPage(reply, core.base_url, { title: 'Mails', body });
}

async function unsubscribe(core: Core, request: FastifyRequest, reply: FastifyReply) {
  const found = codeOf(core, request);
  if (!found) return sendPage(reply, core.base_url, WRONG);
  await endMails(core, found.user_uuid, found.sorts);
  const settings = `${core.base_url}/settings/notifications`;
  const body = html`<h1>These mails have ended</h1>
<p>You get no more of them. <a href="${settings}">Choose what you are told, and where</a></p>`;
  return sendPage(reply, core.base_url, { title: 'Mails', body });
}

const WRONG: Page = {
  title: 'This link does not work',
  status: 400,
  body: html`<h1>This link does not work</h1>
<p>A part of it may be missing. Copy the whole link from the mail, or choose under Settings,
Notifications what you are told.</p>`,
};
