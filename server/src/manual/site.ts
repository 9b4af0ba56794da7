import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Marked } from 'marked';
import { Html, html } from '../platform/http/pages/html.ts';
import { type ManualPage, manualPages, searchedPages } from './pages.ts';
import { type ApiDescription, operationsOf } from './reference/description.ts';
import { listPage, operationPage, type ReferencePage } from './reference/html.ts';
import { listText, operationMarkdown, searchedOperations } from './reference/operations.ts';
import { type Listed, linkOnSite, llmsFullText, llmsText, searchManual } from './rules.ts';

const file = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8');

const STYLE = file('manual.css');

/** What runs on every page. The pages can be read without it. */
export const SCRIPT = `${file('browser/fill.js')}\n${file('browser/site.js')}`;

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64');

const POLICY = [
  "default-src 'none'; script-src 'self'; connect-src 'self'; img-src 'self'",
  `style-src 'sha256-${hashOf(STYLE)}'`,
  "form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
].join('; ');

const RESULTS_MAX = 50;

type Shown = { text: string; policy: string };

/** The site of a service. Only what shows the API waits for its description. */
export type Site = {
  /** The page at a path of the service; null when there is none. */
  pageOf(path: string): Promise<Shown | null>;
  /** What is shown in place of a page that there is not. */
  missing(): Shown;
  markdownOf(path: string): Promise<string | null>;
  /** What a search finds in all pages, and in the operations of the API. */
  searchPage(query: string): Promise<Shown>;
  llms(base_url: string): string;
  llmsFull(base_url: string): Promise<string>;
};

const LIST = { path: '/docs', title: 'Reference', about: 'every operation of the API, each on its own page' };

export function siteOf(base: string, describe: () => Promise<ApiDescription>): Site {
  const pages = manualPages();
  const searched = searchedPages();
  const writer = { base, markdown: (text: string) => markup(base, text) };
  const operationAt = async (path: string) => {
    const [, id] = /^\/docs\/operations\/(\w+)$/.exec(path) ?? [];
    if (id === undefined) return null;
    const api = await describe();
    const operation = operationsOf(api).find(({ operationId }) => operationId === id);
    return operation ? { api, operation } : null;
  };
  return {
    async pageOf(path) {
      if (path === LIST.path) return shown(base, listPage(writer, await describe()));
      if (path === '/docs/guides')
        return shown(base, { title: 'Guides', body: listOf(base, [...pages, LIST]) });
      const found = await operationAt(path);
      if (found) return shown(base, operationPage(writer, found.api, found.operation));
      const page = pages.find((one) => one.path === path);
      return page ? shown(base, { title: page.title, body: writer.markdown(page.markdown) }) : null;
    },
    missing: () => shown(base, { title: 'No such page', body: MISSING }),
    async markdownOf(path) {
      if (path === LIST.path) return listText(await describe());
      const found = await operationAt(path);
      if (found) return operationMarkdown(found.api, found.operation);
      return pages.find((one) => one.path === path)?.markdown ?? null;
    },
    async searchPage(query) {
      const all = [...searched, ...searchedOperations(await describe())];
      return shown(base, { title: 'Search', body: results(base, query, all) }, query);
    },
    llms: (base_url) => llmsText([...pages, LIST], base_url),
    async llmsFull(base_url) {
      const list = { ...LIST, markdown: listText(await describe()) };
      return llmsFullText([...pages, list], base_url);
    },
  };
}

const MISSING = html`<h1>There is no such page</h1>
<p>It may have another name by now: search for it above, or begin with the guides or the reference.</p>`;

/** The files are ours, and HTML in them is shown as text all the same. */
const marked = new Marked({
  renderer: {
    html: ({ text }) => html`${text}`.text,
    // Who has no mouse scrolls it sideways with the keys.
    code: ({ text }) => html`<pre tabindex="0"><code>${text}</code></pre>`.text,
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

function markup(base: string, markdown: string): Html {
  return new Html(String(marked.parse(markdown)).replaceAll('href="/docs', `href="${base}/docs`));
}

function results(base: string, query: string, pages: readonly ManualPage[]): Html {
  const found = searchManual(pages, query);
  const more = found.length - RESULTS_MAX;
  return html`<h1>${query === '' ? 'Search' : `Search: ${query}`}</h1>
${query !== '' && found.length === 0 && html`<p>No page has all of these words.</p>`}
<ul class="found">${found
    .slice(0, RESULTS_MAX)
    .map(
      ({ page, excerpt }) => html`<li><a href="${base + page.path}">${page.title}</a><br>${excerpt}</li>`,
    )}</ul>
${more > 0 && html`<p>${more} more pages have these words. Another word finds fewer.</p>`}`;
}

function listOf(base: string, pages: readonly Listed[]): Html {
  return html`<h1>For developers</h1>
<ul>${pages.map(({ path, title, about }) => html`<li><a href="${base + path}">${title}</a>: ${about}</li>`)}</ul>`;
}

const SCRIPT_VERSION = createHash('sha256').update(SCRIPT).digest('hex').slice(0, 12);

function shown(base: string, { title, body, beside }: ReferencePage, query = ''): Shown {
  const { text } = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title} · Rapport for developers</title>
<link rel="icon" href="${base}/favicon.svg" type="image/svg+xml">
<style>${new Html(STYLE)}</style>
<script src="${base}/docs/site.js?v=${SCRIPT_VERSION}"></script>
</head>
<body>
<header>
<a class="brand" href="${base}/"><img src="${base}/favicon.svg" alt="" width="24" height="24"> Rapport</a>
<nav aria-label="Site"><a href="${base}/docs/guides">Guides</a> <a href="${base}/docs">Reference</a> <a href="${base}/docs/events">Events</a>
<a href="${base}/docs/problems">Problems</a> <a href="${base}/docs/changelog">Changelog</a> <a href="${base}/developers">← Developers</a></nav>
<form action="${base}/docs/search" role="search"><input type="search" name="q" aria-label="Search the documentation" placeholder="Search" value="${query}"><button>Search</button></form>
</header>
<div class="columns">
${beside}
<main>${body}</main>
</div>
</body>
</html>
`;
  return { text, policy: POLICY };
}
