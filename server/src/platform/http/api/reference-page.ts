import type { FastifyInstance, RouteOptions } from 'fastify';
import { Problem } from '../../problem.ts';
import type { Description } from './description.ts';
import { ProblemDocument } from './openapi.ts';

/**
 * Publishes the OpenAPI document at /api/openapi.json and the reference page at /docs. Call it
 * before the routes are declared. Both are made when somebody first asks: what makes them takes a
 * tenth of the memory of an idle server (0058).
 */
export function publishOpenApi(app: FastifyInstance, options: Description): void {
  const schemas = [...options.schemas, ProblemDocument];
  for (const schema of schemas) app.addSchema(schema);
  const routes: RouteOptions[] = [];
  const hidden = { schema: { hide: true } };
  app.addHook('onRoute', (route) => {
    if (route.method !== 'HEAD' && !route.schema?.hide) routes.push(route);
  });
  let made: Promise<FastifyInstance> | undefined;
  const description = () => {
    made ??= import('./description.ts').then(({ describe }) => describe(routes, { ...options, schemas }));
    return made;
  };
  app.get('/api/openapi.json', hidden, async () => (await description()).swagger());
  for (const address of ['/docs', '/docs/*']) {
    app.get(address, hidden, async ({ url, headers }, reply) => {
      const page = await (await description()).inject({ method: 'GET', url, headers });
      if (page.statusCode === 404) return new Problem('not_found', `There is no such file of /docs.`);
      for (const name of KEPT) if (page.headers[name] !== undefined) reply.header(name, page.headers[name]);
      return reply.code(page.statusCode).send(page.rawPayload);
    });
  }
}

/** The headers of a page that say what it is. Those of the connection are those of our answer. */
const KEPT = [
  'content-type',
  'content-security-policy',
  'location',
  'etag',
  'last-modified',
  'cache-control',
  'accept-ranges',
  'content-range',
];
