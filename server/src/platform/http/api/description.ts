import swagger, { type FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import { RECORDS } from '@rapport/contract/records/all';
import Fastify, { type RouteOptions } from 'fastify';
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
 * Makes the OpenAPI document of these routes, by a server that has them, answers none and is then
 * left.
 */
export async function describe(routes: RouteOptions[], options: Description): Promise<object> {
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
  await app.ready();
  const document = app.swagger();
  await app.close();
  return document;
}

const DESCRIPTION =
  'A customer-relationship service with personal access tokens, OAuth 2.0 and signed webhooks. ' +
  'An Account is the tenant: a business whose data is kept apart. It has:\n\n' +
  `${RECORDS.map(({ plural, about }) => `- **${plural}**: ${about}`).join('\n')}\n\n` +
  'Programs send a token: `Authorization: Bearer rpt_pat_…`.\n\n' +
  'Every answer has X-Request-Id. For a token that ends, answers have X-Token-Expires-At; when the operator limits requests, they ' +
  'have RateLimit-Policy and RateLimit. A few requests of a User run at a time and the others wait; when too many wait, ' +
  'more get 429. 429 and 503 have the time to wait in Retry-After. A query parameter or body field that is not described ' +
  'is refused on addresses under /api. The OAuth endpoints ignore unknown ' +
  'parameters, as RFC 6749 demands.';
