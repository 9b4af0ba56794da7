import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { basePath } from '../platform/http/pages/page.ts';
import { Problem } from '../platform/problem.ts';
import type { ApiDescription } from './reference/description.ts';
import type { Site } from './site.ts';

const HIDDEN = { schema: { hide: true } };

const YEAR_S = 365 * 24 * 60 * 60;

/** The developers' site and the texts of it for programs. They need no token. */
export function manualRoutes(
  app: FastifyInstance,
  base_url: string,
  description: () => Promise<object>,
): void {
  // Loaded with the first page that somebody reads (0058).
  let made: Promise<Site> | undefined;
  const site = () => {
    made ??= import('./site.ts').then(({ siteOf }) =>
      siteOf(basePath(base_url), description as () => Promise<ApiDescription>),
    );
    return made;
  };
  const shown = async (request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.split('?')[0]!.replace(/\/$/, '');
    if (path.endsWith('.md')) {
      const markdown = await (await site()).markdownOf(path.slice(0, -3));
      return markdown === null ? nothing() : plain(reply, markdown, 'text/markdown');
    }
    const page = await (await site()).pageOf(path);
    if (page !== null) return send(reply, page);
    // A program that asks for JSON reads no page.
    const wants_json = (request.headers.accept ?? '').includes('json');
    return wants_json ? nothing() : send(reply.code(404), (await site()).missing());
  };
  const send = (reply: FastifyReply, page: { text: string; policy: string }) =>
    reply
      .headers({ 'content-security-policy': page.policy, 'cache-control': 'no-cache' })
      .type('text/html; charset=utf-8')
      .send(page.text);
  app.get('/docs/search', HIDDEN, async (request, reply) =>
    send(reply, await (await site()).searchPage(wanted(request))),
  );
  for (const path of ['/docs', '/docs.md', '/docs/*']) app.get(path, HIDDEN, shown);
  // The address has the hash of the text.
  app.get('/docs/site.js', HIDDEN, async (_request, reply) =>
    reply
      .header('cache-control', `public, max-age=${YEAR_S}, immutable`)
      .type('text/javascript; charset=utf-8')
      .send((await import('./site.ts')).SCRIPT),
  );
  app.get('/llms.txt', HIDDEN, async (_request, reply) => plain(reply, (await site()).llms(base_url)));
  app.get('/llms-full.txt', HIDDEN, async (_request, reply) =>
    plain(reply, await (await site()).llmsFull(base_url)),
  );
}

function nothing(): Problem {
  return new Problem('not_found', 'There is no such page. /docs and /docs/guides list them.');
}

function wanted({ query }: FastifyRequest): string {
  const { q } = query as { q?: unknown };
  return typeof q === 'string' ? q.slice(0, 200) : '';
}

function plain(reply: FastifyReply, text: string, type = 'text/plain'): FastifyReply {
  return reply.type(`${type}; charset=utf-8`).send(text);
}
