import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Core } from '../../platform/core.ts';
import { acceptForms, parseQuery } from '../../platform/http/pages/form.ts';
import { html } from '../../platform/http/pages/html.ts';
import { answerFaultsByPage, type Page, sendPage } from '../../platform/http/pages/page.ts';
import { type Say, type Sentences, sayTo } from '../../platform/http/pages/say.ts';
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
  const say = sayTo(request, null, { de: GERMAN });
  if (!codeOf(core, request)) return sendPage(reply, core.base_url, wrong(say));
  // Without an action, the form is sent to the address of the page, which has the code.
  const body = html`<h1>${say('No more of these mails?')}</h1>
<p>${say('You are still told on the pages of Rapport. There you also choose what you are told, and where.')}</p>
<form method="post"><button type="submit">${say('Stop these mails')}</button></form>`;
  return sendPage(reply, core.base_url, { language: say.language, title: say('Mails'), body });
}

async function unsubscribe(core: Core, request: FastifyRequest, reply: FastifyReply) {
  const say = sayTo(request, null, { de: GERMAN });
  const found = codeOf(core, request);
  if (!found) return sendPage(reply, core.base_url, wrong(say));
  await endMails(core, found.user_uuid, found.sorts);
  const settings = `${core.base_url}/settings/notifications`;
  const body = html`<h1>${say('These mails have ended')}</h1>
<p>${say('You get no more of them.')} <a href="${settings}">${say('Choose what you are told, and where')}</a></p>`;
  return sendPage(reply, core.base_url, { language: say.language, title: say('Mails'), body });
}

function wrong(say: Say): Page {
  const title = say('This link does not work');
  return {
    language: say.language,
    title,
    status: 400,
    body: html`<h1>${title}</h1>
<p>${say('A part of it may be missing. Copy the whole link from the mail, or choose under Settings, Notifications what you are told.')}</p>`,
  };
}

const GERMAN: Sentences = {
  Mails: 'E-Mails',
  'No more of these mails?': 'Keine solchen E-Mails mehr?',
  'You are still told on the pages of Rapport. There you also choose what you are told, and where.':
    'In Rapport sehen Sie es weiterhin. Dort stellen Sie auch ein, was Sie erfahren und wo.',
  'Stop these mails': 'E-Mails abbestellen',
  'These mails have ended': 'Diese E-Mails sind abbestellt',
  'You get no more of them.': 'Es kommen keine mehr.',
  'Choose what you are told, and where': 'Benachrichtigungen einstellen',
  'This link does not work': 'Dieser Link gilt nicht',
  'A part of it may be missing. Copy the whole link from the mail, or choose under Settings, Notifications what you are told.':
    'Vielleicht fehlt ein Teil. Kopieren Sie den ganzen Link aus der E-Mail, oder stellen Sie unter „Einstellungen“, „Benachrichtigungen“ ein, was Sie erfahren.',
};
