import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import swagger, { type FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import swaggerUi, { type FastifySwaggerUiOptions } from '@fastify/swagger-ui';
import { RECORDS } from '@rapport/contract/records/all';
import Fastify, { type FastifyInstance, type RouteOptions } from 'fastify';
import type { TSchema } from 'typebox';
import { type DescribedDocument, finished } from './finished-description.ts';
import { withGeneralRefusals } from './openapi.ts';

type OpenApi = Extract<NonNullable<FastifyDynamicSwaggerOptions['openapi']>, { webhooks?: unknown }>;

export type Description = {
  base_url: string;
  version: string;
  /** The schemas that routes refer to. */
  schemas: TSchema[];
  /** Further security schemes beside the bearer token. */
  securitySchemes: NonNullable<OpenApi['components']>['securitySchemes'];
  /** The descriptions of webhooks, by event. */
  webhooks: Record<string, object>;
};

/**
 * Makes a server that describes these routes, at /docs, and answers none of them. Its `swagger()`
 * is the OpenAPI document.
 */
export async function describe(routes: RouteOptions[], options: Description): Promise<FastifyInstance> {
  const app = Fastify({ exposeHeadRoutes: false });
  // No request reaches a described route, so nothing is checked or serialized.
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(() => JSON.stringify);
  for (const schema of options.schemas) app.addSchema(schema);
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Rapport',
        version: options.version,
        description: DESCRIPTION,
        contact: { name: 'The operator of this service', url: options.base_url },
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: options.base_url }],
      components: {
        securitySchemes: {
          bearer: {
            type: 'http',
            scheme: 'bearer',
            description: 'A personal access token or an OAuth access token.',
          },
          ...options.securitySchemes,
        },
      },
      security: [{ bearer: [] }, { oauth2: ['*'] }],
      webhooks: options.webhooks as OpenApi['webhooks'],
      externalDocs: { url: `${options.base_url}/docs/problems`, description: 'All codes of refusals' },
    },
    transform: ({ schema, url, route }) => ({ schema: withGeneralRefusals(schema, route), url }),
    transformObject: (document) => finished((document as { openapiObject: DescribedDocument }).openapiObject),
    // The path of the base URL belongs to a proxy, not to our paths.
    stripBasePath: false,
    refResolver: { buildLocalReference: (json) => String(json.$id) },
  });
  for (const { method, url, schema, config } of routes) {
    app.route({ method, url, schema, config, handler: () => null });
  }
  await app.register(swaggerUi, REFERENCE_PAGE);
  await app.ready();
  return app;
}

const DESCRIPTION =
  'A customer-relationship service with personal access tokens, OAuth 2.0 and signed webhooks. ' +
  'An Account is the tenant: a business whose data is kept apart. It has:\n\n' +
  `${RECORDS.map(({ plural, about }) => `- **${plural}**: ${about}`).join('\n')}\n\n` +
  'Programs send a token; on this page you may also be signed in to the web interface, and “Try it out” uses your session.\n\n' +
  'Every answer has X-Request-Id. For a token that ends, answers have X-Token-Expires-At; when the operator limits requests, they ' +
  'have RateLimit-Policy and RateLimit. A few requests of a User run at a time and the others wait; when too many wait, ' +
  'more get 429. 429 and 503 have the time to wait in Retry-After. A query parameter or body field that is not described ' +
  'is refused on addresses under /api. The OAuth endpoints ignore unknown ' +
  'parameters, as RFC 6749 demands.';

/** A file that makes the reference page look like our other pages, and adds to it. */
function themeFile(filename: string) {
  return { filename, content: readFileSync(join(import.meta.dirname, filename), 'utf8') };
}

/**
 * Forbids everything from other hosts. It does not upgrade to https, which would leave the page
 * blank on a service with plain http.
 */
const REFERENCE_PAGE_CSP =
  "default-src 'self'; img-src 'self' data:; script-src-attr 'none'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'";

const REFERENCE_PAGE: FastifySwaggerUiOptions = {
  routePrefix: '/docs',
  staticCSP: REFERENCE_PAGE_CSP,
  // An empty list of icons gives the page the icon of our other pages.
  theme: {
    title: 'Rapport API',
    css: [themeFile('reference-page.css')],
    js: [themeFile('reference-snippets.js'), themeFile('reference-page.js')],
    favicon: [],
  },
  uiConfig: {
    // The other layout has a bar for opening descriptions of other services.
    layout: 'BaseLayout',
    // The operations of a tag are rendered when it is opened. Rendering all at once takes a
    // browser many seconds.
    docExpansion: 'none',
    // The search of the guides leads to an operation.
    deepLinking: true,
    defaultModelsExpandDepth: 0,
    // In the default theme numbers are too dark to read.
    syntaxHighlight: { theme: 'obsidian' },
  },
};
