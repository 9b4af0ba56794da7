import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { basePath } from '../platform/http/pages/page.ts';
import { Problem } from '../platform/problem.ts';
import type { Description } from './pages.ts';

/** Loaded with the first page that somebody reads (0058). */
const site = () => import('./site.ts');

const HIDDEN = { schema: { hide: true } };

/** Pages with a Markdown of their own, beside the guides. */
const PLAIN = ['/docs/events', '/docs/problems', '/docs/changelog'];

/** The developers' site and the texts of it for programs. They need no token. */
export function manualRoutes(app: FastifyInstance, { base_url }: { base_url: string }): void {
  const shown = async (request: FastifyRequest, reply: FastifyReply) => {
    const { markdownOf, pageOf } = await site();
    const path = request.url.split('?')[0]!;
    if (path.endsWith('.md')) {
      const markdown = markdownOf(path.slice(0, -3));
      return markdown === null ? nothing() : plain(reply, markdown, 'text/markdown');
    }
    const page = pageOf(basePath(base_url), path);
    return page === null ? nothing() : send(reply, page);
  };
  const found = async (request: FastifyRequest, reply: FastifyReply) => {
    const { searchPage } = await site();
    const api = (await app.inject('/api/openapi.json')).json<Description>();
    return send(reply, searchPage(basePath(base_url), wanted(request), api));
  };
  const send = (reply: FastifyReply, page: { text: string; policy: string }) =>
    reply
      .headers({ 'content-security-policy': page.policy, 'cache-control': 'no-cache' })
      .type('text/html; charset=utf-8')
      .send(page.text);
  app.get('/docs/search', HIDDEN, found);
  const paths = ['/docs/guides', '/docs/guides/:name', ...PLAIN];
  for (const path of [...paths, ...PLAIN.map((one) => `${one}.md`)]) app.get(path, HIDDEN, shown);
  app.get('/llms.txt', HIDDEN, async (_request, reply) => plain(reply, (await site()).llms(base_url)));
  app.get('/llms-full.txt', HIDDEN, async (_request, reply) =>
    plain(reply, (await site()).llmsFull(base_url)),
  );
}

function nothing(): Problem {
  return new Problem('not_found', 'There is no such page. /docs/guides lists them.');
}

function wanted({ query }: FastifyRequest): string {
  const { q } = query as { q?: unknown };
  return typeof q === 'string' ? q.slice(0, 200) : '';
}

function plain(reply: FastifyReply, text: string, type = 'text/plain'): FastifyReply {
  return reply.type(`${type}; charset=utf-8`).send(text);
}
