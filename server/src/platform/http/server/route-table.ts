import type { FastifyInstance, FastifySchema } from 'fastify';

/**
 * All declared routes of the server. The 405 answers use them, and the tests that try every route.
 */
export type RouteTable = {
  method: string;
  url: string;
  pattern: RegExp;
  schema: FastifySchema | undefined;
}[];

export function collectRoutes(app: FastifyInstance): RouteTable {
  const routes: RouteTable = [];
  app.addHook('onRoute', (route) => {
    const methods = Array.isArray(route.method) ? route.method : [route.method];
    for (const method of methods)
      routes.push({ method, url: route.url, pattern: toPattern(route.url), schema: route.schema });
  });
  return routes;
}

/** The methods of a path for `Allow`; none when the path does not exist (RFC 9110 §10.2.1). */
export function allowedMethods(routes: RouteTable, path: string): string[] {
  const there = routes.filter((route) => route.pattern.test(path));
  return [...new Set(there.map((route) => route.method))];
}

/** Turns `/things/:uuid` into `^/things/[^/]+$`. */
function toPattern(url: string): RegExp {
  const escaped = url
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replace(/:[a-z_]+/g, '[^/]+')
    .replace('\\*', '.*');
  return new RegExp(`^${escaped}$`);
}
