import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Marked } from 'marked';
import { Html, html } from '../platform/http/pages/html.ts';
import { type Description, type ManualPage, manualPages, referencePages } from './pages.ts';
import { linkOnSite, llmsFullText, llmsText, searchManual } from './rules.ts';

const STYLE = readFileSync(join(import.meta.dirname, 'manual.css'), 'utf8');

const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
].join('; ');

const PAGES = manualPages();

const RESULTS_MAX = 50;

/** The files are ours, and HTML in them is shown as text all the same. */
const marked = new Marked({
  renderer: {
    html: ({ text }) => html`${text}`.text,
    heading({ tokens, depth, text }) {
      const id = text
        .toLowerCase()
        .replaceAll(/[^a-z0-9_.]+/g, '-')
        .replace(/^-|-$/g, '');
      return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
    },
    link({ href, tokens }) {
      const to = linkOnSite(href);
      const text = this.parser.parseInline(tokens);
      return to === null ? text : `<a href="${html`${to}`.text}">${text}</a>`;
    },
  },
});

/** The page at a path of the site; null when there is none. */
export function pageOf(base: string, path: string): { text: string; policy: string } | null {
  if (path === '/docs/guides') return shown(base, 'Guides', listOf(base, PAGES));
  const page = PAGES.find((one) => one.path === path);
  if (!page) return null;
  const body = String(marked.parse(page.markdown)).replaceAll('href="/docs', `href="${base}/docs`);
  return shown(base, page.title, new Html(body));
}

/** What a search finds in all pages, and in the operations of the API. */
export function searchPage(base: string, query: string, api: Description): { text: string; policy: string } {
  return shown(base, 'Search', results(base, query, [...PAGES, ...referencePages(api)]), query);
}

export function markdownOf(path: string): string | null {
  return PAGES.find((one) => one.path === path)?.markdown ?? null;
}

export function llms(base_url: string): string {
  return llmsText(PAGES, base_url);
}

export function llmsFull(base_url: string): string {
  return llmsFullText(PAGES, base_url);
}

function results(base: string, query: string, pages: readonly ManualPage[]): Html {
  const found = searchManual(pages, query).slice(0, RESULTS_MAX);
  return html`<h1>${query === '' ? 'Search' : `Search: ${query}`}</h1>
${query !== '' && found.length === 0 && html`<p>No page has all of these words.</p>`}
<ul>${found.map(
    ({ page, excerpt }) => html`<li><a href="${base + page.path}">${page.title}</a><br>${excerpt}</li>`,
  )}</ul>`;
}

function listOf(base: string, pages: readonly ManualPage[]): Html {
  return html`<h1>For developers</h1>
<ul>${pages.map(({ path, title, about }) => html`<li><a href="${base + path}">${title}</a>: ${about}</li>`)}
<li><a href="${base}/docs">Reference</a>: every operation of the API</li></ul>`;
}

function shown(base: string, title: string, body: Html, query = ''): { text: string; policy: string } {
  const { text } = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title} · Rapport for developers</title>
<style>${new Html(STYLE)}</style>
</head>
<body>
<header>
<nav aria-label="Site"><a href="${base}/docs/guides">Guides</a> <a href="${base}/docs">Reference</a> <a href="${base}/docs/events">Events</a>
<a href="${base}/docs/problems">Problems</a> <a href="${base}/docs/changelog">Changelog</a></nav>
<form action="${base}/docs/search" role="search"><input type="search" name="q" aria-label="Search the documentation" value="${query}"><button>Search</button></form>
</header>
<main>${body}</main>
</body>
</html>
`;
  return { text, policy: POLICY };
}
