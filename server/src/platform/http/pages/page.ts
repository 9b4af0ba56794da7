import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Language } from '@rapport/contract/languages';
import { PROBLEMS } from '@rapport/contract/problems';
import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify';
import { toProblem } from '../server/problem-reply.ts';
import { type Html, html } from './html.ts';
import { type Sentences, sayTo } from './say.ts';

/** A page for people. It works without JavaScript and loads nothing from other origins. */
export type Page = {
  language: Language;
  title: string;
  body: Html;
  status?: number;
  /**
   * True when the answer to the page's form redirects to an application, whose own redirect may
   * lead to any address.
   */
  leads_elsewhere?: boolean;
};

/** What people may meet when a form cannot be answered. */
const GERMAN: Sentences = {
  'The form cannot be read. Go back, and try again.':
    'Das Formular ließ sich nicht lesen. Gehen Sie zurück, und versuchen Sie es erneut.',
  'The body is too large': 'Das ist zu groß',
  'The content type is not supported': 'Diese Art von Formular kennt Rapport nicht',
  'The body is not valid JSON': 'Das Formular ließ sich nicht lesen',
  'Too many requests': 'Zu viele Anfragen',
  'Something went wrong on our side': 'In Rapport ist ein Fehler aufgetreten',
  'The service is not available right now': 'Rapport ist gerade nicht verfügbar',
};

const STYLE = readFileSync(join(import.meta.dirname, 'pages.css'));
const STYLE_VERSION = createHash('sha256').update(STYLE).digest('hex').slice(0, 12);
const YEAR_S = 365 * 24 * 60 * 60;

/**
 * The path of the base URL, without a slash at its end: '' or '/crm'. Links on pages begin with it.
 */
export function basePath(base_url: string): string {
  return new URL(base_url).pathname.replace(/\/+$/, '');
}

/** Serves the stylesheet of the pages. */
export function pageRoutes(app: FastifyInstance): void {
  app.get('/pages.css', { schema: { hide: true }, logLevel: 'warn' }, (_request, reply) =>
    reply
      .header('cache-control', `public, max-age=${YEAR_S}, immutable`)
      .type('text/css; charset=utf-8')
      .send(STYLE),
  );
}

/**
 * Makes the routes of `scope` report their faults on a page: people read these answers, not
 * programs.
 */
export function answerFaultsByPage(scope: FastifyInstance, base_url: string): void {
  scope.setErrorHandler((error: FastifyError, request, reply) => {
    const problem = toProblem(error, request);
    const { status } = PROBLEMS[problem.code];
    const say = sayTo(request, null, { de: GERMAN });
    const title = say(PROBLEMS[problem.code].title);
    const detail = status < 500 ? 'The form cannot be read. Go back, and try again.' : problem.detail;
    reply.headers(problem.headers);
    const body = html`<h1>${title}</h1>\n<p>${say(detail)}</p>`;
    return sendPage(reply, base_url, { language: say.language, title, status, body });
  });
}

/**
 * Sends the page with headers that keep it out of frames, caches and referrers (RFC 9700 §4.2,
 * §4.16).
 */
export function sendPage(reply: FastifyReply, base_url: string, page: Page): FastifyReply {
  // Chromium checks every redirect after a form against form-action, including the application's
  // own redirect, such as to myapp://.
  const formTargets = page.leads_elsewhere ? '' : "; form-action 'self'";
  const policy =
    "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'" +
    formTargets;
  return reply
    .code(page.status ?? 200)
    .headers({
      'content-security-policy': policy,
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    })
    .type('text/html; charset=utf-8')
    .send(layout(basePath(base_url), chosenColours(reply), page).text);
}

/**
 * The colours that the User chose on the pages, from a cookie. They are for answers shown before or
 * without a script.
 */
export function chosenColours({ request }: FastifyReply): 'light' | 'dark' | 'auto' {
  const chosen = request.cookies?.rapport_colours;
  return chosen === 'light' || chosen === 'dark' ? chosen : 'auto';
}

function layout(base: string, colours: string, { language, title, body }: Page): Html {
  return html`<!doctype html>
<html lang="${language}" data-colours="${colours}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · Rapport</title>
<link rel="stylesheet" href="${base}/pages.css?${STYLE_VERSION}">
</head>
<body>
<header><img src="${base}/favicon.svg" alt="" width="32" height="32">Rapport</header>
<main>
${body}
</main>
</body>
</html>
`;
}
