import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { LANGUAGES, type Language, languageOf } from '@rapport/contract/languages';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../../problem.ts';
import type { Hook } from '../server/hooks.ts';
import { chosenColours } from './page.ts';
import { type Need, preloads } from './preloads.ts';

/** The built web interface. */
export type WebPages = { frames: Frames; files: Map<string, PageFile> };

/** What differs by language: the frame of the pages, and what each page needs at once. */
type Frames = Record<Language, { index_html: string; needs: Need[] }>;

/** A file of the pages. Those in other languages, and most others, are never asked for. */
type PageFile = { type: string; path: string; packed: Packed[]; kept: Map<string, Buffer> };

type Packed = 'br' | 'gzip';
const ENDINGS: Record<Packed, string> = { br: '.br', gzip: '.gz' };

/** The addresses of the pages: for people who are not signed in, and for signed-in Users. */
export type PageAddresses = { outside: string[]; inside: string[] };

/** Addresses for programs, which never get a page. */
const MACHINE_ADDRESS = /^\/(api|web|oauth|assets|\.well-known)\//;

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
};

/** The mark in index.html that each answer replaces by its nonce. */
const NONCE_MARK = '__CSP_NONCE__';

/**
 * The mark that tells the pages whether mails are sent. Pages must not announce a mail that only
 * the operator will see.
 */
const MAILS_MARK = '__MAILS__';

/** The mark that tells the pages whether the operator lets assistants in. */
const ASSISTANTS_MARK = '__ASSISTANTS__';

/** The mark that tells the pages whether mail comes by secret addresses. */
const MAIL_DROP_MARK = '__MAIL_DROP__';
const MAIL_PROVIDERS_MARK = '__MAIL_PROVIDERS__';

/** The mark that tells the pages whose days they show: the User's own time zone, or nothing. */
const TIME_ZONE_MARK = '__TIME_ZONE__';

/** The mark in index.html that is replaced by the preload links of a page. */
const NEEDS_MARK = '<!--needs-->';

/** The frame of every page of a signed-in User, shown until the script has loaded. */
const SHELL = /<!--shell-->.*?<!--\/shell-->/s;

/**
 * Reads the built pages; null when they have not been built in all languages, as those of an older
 * release are not.
 */
export function readWebPages(folder: string): WebPages | null {
  if (!LANGUAGES.every((language) => existsSync(join(folder, needsFile(language))))) return null;
  const files = new Map<string, PageFile>();
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const type = TYPES[extname(name)];
    if (type) files.set(`/${name}`, pageFile(join(folder, name), type));
  }
  const frames = LANGUAGES.map((language) => {
    const needs = JSON.parse(readFileSync(join(folder, needsFile(language)), 'utf8')) as Need[];
    return [language, { index_html: readFileSync(join(folder, `${language}.html`), 'utf8'), needs }];
  });
  return { frames: Object.fromEntries(frames), files };
}

function needsFile(language: Language): string {
  return `${language}.needs.json`;
}

/**
 * What a visitor gets: another address, or the pages of a User with this time zone and language (or
 * none).
 */
export type Entrance = { elsewhere: string } | { time_zone: string | null; language: Language | null };

/** What the pages are told of the installation. Mails are kept when the operator passes them on. */
export type PageFacts = {
  mails: 'sent' | 'kept';
  mcp: boolean;
  mail_drop: object | null;
  /** At whom mailboxes may sign in, as the operator calls them. */
  mail_providers: readonly { key: string; name: string }[];
};

/**
 * Serves the pages: the same index.html at every page address, and the files that it names.
 * `entrance` returns the address for a visitor who is not signed in.
 */
export function webPageRoutes(
  app: FastifyInstance,
  pages: WebPages,
  addresses: PageAddresses,
  facts: PageFacts,
  entrance: (request: FastifyRequest) => Promise<Entrance>,
): void {
  const hidden = { schema: { hide: true } };
  const outside = outsideOf(pages, facts);
  for (const address of addresses.outside) {
    app.get(address, hidden, (request, reply) => sendIndex(reply, outside[askedLanguage(request)]));
  }
  for (const address of addresses.inside) {
    app.get(address, hidden, async (request, reply) => {
      const found = await entrance(request);
      if ('elsewhere' in found)
        return reply.header('cache-control', 'no-store').redirect(found.elsewhere, 303);
      const { index_html, needs } = pages.frames[found.language ?? askedLanguage(request)];
      // A time zone has no character that means something in HTML, as its check makes sure.
      const own_html = told(index_html, facts).replace(TIME_ZONE_MARK, found.time_zone ?? '');
      return sendIndex(
        reply,
        own_html.replace(NEEDS_MARK, () => preloads(needs, request.url)),
      );
    });
  }
  const icon = pages.files.get('/favicon.svg');
  if (icon)
    app.get('/favicon.ico', hidden, (request, reply) => sendFile(request, reply, icon, '/favicon.svg'));
  for (const [address, file] of pages.files) {
    app.get(address, hidden, (request, reply) => sendFile(request, reply, file, address));
  }
}

/** The page for people who are not signed in, by its language. */
function outsideOf({ frames }: WebPages, facts: PageFacts): Record<Language, string> {
  const pages = LANGUAGES.map((language) => {
    const all_html = told(frames[language].index_html, facts);
    return [language, all_html.replace(SHELL, '').replace(NEEDS_MARK, '').replace(TIME_ZONE_MARK, '')];
  });
  return Object.fromEntries(pages);
}

function told(index_html: string, { mails, mcp, mail_drop, mail_providers }: PageFacts): string {
  // As in an address, so that no character means something in HTML.
  const providers = encodeURIComponent(
    JSON.stringify(mail_providers.map(({ key, name }) => ({ key, name }))),
  );
  return index_html
    .replace(MAILS_MARK, mails)
    .replace(ASSISTANTS_MARK, mcp ? 'on' : 'off')
    .replace(MAIL_DROP_MARK, mail_drop ? 'on' : 'off')
    .replace(MAIL_PROVIDERS_MARK, () => providers);
}

/** The language that the browser of a visitor asks for. */
function askedLanguage({ headers }: FastifyRequest): Language {
  return languageOf(headers['accept-language']);
}

/**
 * Gives a person who mistyped an address a page with links. A program gets the problem document.
 */
export function showLostPage(pages: WebPages | null, facts: PageFacts): Hook {
  const outside = pages && outsideOf(pages, facts);
  return (request, reply) =>
    outside !== null && request.is404 && isForPeople(request)
      ? sendIndex(reply.code(404), outside[askedLanguage(request)])
      : null;
}

function isForPeople({ method, url, headers }: FastifyRequest): boolean {
  return method === 'GET' && !MACHINE_ADDRESS.test(url) && String(headers.accept ?? '').includes('text/html');
}

function pageFile(path: string, type: string): PageFile {
  const codings = ['br', 'gzip'] as const;
  const packed = codings.filter((coding) => existsSync(path + ENDINGS[coding]));
  return { type, path, packed, kept: new Map() };
}

function sendIndex(reply: FastifyReply, index_html: string) {
  const nonce = randomBytes(16).toString('base64');
  const colours = chosenColours(reply);
  // Set before any script runs, so that a dark page does not flash white.
  const html =
    colours === 'auto'
      ? index_html
      : index_html.replace('<html ', `<html data-mantine-color-scheme="${colours}" `);
  return reply
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': contentSecurityPolicy(nonce),
      'referrer-policy': 'same-origin',
    })
    .send(html.replaceAll(NONCE_MARK, nonce));
}

/**
 * Allows our own files only, and nothing inline. The nonce is for the style elements of the
 * component library's theme; scripts have none.
 */
function contentSecurityPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    // Mails of strangers, which have a policy of their own.
    "frame-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ');
}

function sendFile(request: FastifyRequest, reply: FastifyReply, file: PageFile, address: string) {
  const encodings = String(request.headers['accept-encoding'] ?? '');
  const packed = file.packed.find((coding) => new RegExp(`\\b${coding}\\b`).test(encodings));
  const content = contentOf(file, packed ? ENDINGS[packed] : '');
  if (content === null) return new Problem('not_found', BUILT_ANEW);
  // A file under /assets has its hash in its name, so it never changes.
  const lifetime = address.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';
  reply.headers({
    'content-type': file.type,
    'cache-control': lifetime,
    vary: 'accept-encoding',
  });
  return (packed ? reply.header('content-encoding', packed) : reply).send(content);
}

const BUILT_ANEW = 'This file is gone: the pages have been built anew. Restart Rapport to serve them.';

/** Read when it is first asked for, then kept. Null when a newer build has replaced it. */
function contentOf({ path, kept }: PageFile, ending: string): Buffer | null {
  const content = kept.get(ending) ?? (existsSync(path + ending) ? readFileSync(path + ending) : null);
  if (content) kept.set(ending, content);
  return content;
}
