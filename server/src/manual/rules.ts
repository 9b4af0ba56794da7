import type { ManualPage } from './pages.ts';

/** The longest text around what a search has found, in characters. */
const EXCERPT = 160;

export type Found = { page: ManualPage; excerpt: string };

/**
 * The pages that have all words, in their order, those whose title has one first. A word may be the
 * beginning of another.
 */
export function searchManual(pages: readonly ManualPage[], query: string): Found[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean).slice(0, 10);
  if (words.length === 0) return [];
  const found = pages.flatMap((page) => {
    const text = plain(page.markdown);
    const lower = text.toLowerCase();
    const places = words.map((word) => lower.indexOf(word));
    if (places.some((place) => place < 0)) return [];
    const from = text.lastIndexOf(' ', Math.max(0, Math.max(...places) - EXCERPT / 2)) + 1;
    return [{ page, excerpt: `${from > 0 ? '… ' : ''}${text.slice(from, from + EXCERPT)} …` }];
  });
  const inTitle = ({ page }: Found) => words.some((word) => page.title.toLowerCase().includes(word));
  return [...found.filter(inTitle), ...found.filter((one) => !inTitle(one))];
}

function plain(markdown: string): string {
  return markdown.replaceAll(/[`*#|>]|\[|\]\([^)]*\)/g, '').replaceAll(/\s+/g, ' ');
}

/** A page as lists name it. */
export type Listed = Omit<ManualPage, 'markdown'>;

/** What programs read first (llmstxt.org): the pages, each with its address and a line. */
export function llmsText(pages: readonly Listed[], base_url: string): string {
  const lines = pages.map(({ title, path, about }) => `- [${title}](${base_url}${path}.md): ${about}`);
  return [
    '# Rapport',
    '',
    '> A customer-relationship service with an HTTP API, personal access tokens, OAuth 2.0 and signed webhooks.',
    '',
    `- [API description](${base_url}/api/openapi.json): OpenAPI 3.1 of every operation`,
    ...lines,
    '',
  ].join('\n');
}

/** All of it in one text. */
export function llmsFullText(pages: readonly ManualPage[], base_url: string): string {
  return [llmsText(pages, base_url), ...pages.map(({ markdown }) => markdown)].join('\n\n---\n\n');
}

/** Where a link of a guide leads on the site; null when what it names is only in the repository. */
export function linkOnSite(href: string): string | null {
  if (/^((https?:)?\/\/|#|\/docs)/.test(href)) return href;
  const guide = /^(?:\.\/)?([\w-]+)\.md(#[\w-]*)?$/.exec(href);
  return guide ? `/docs/guides/${guide[1]}${guide[2] ?? ''}` : null;
}
