import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import swagger, { type FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { FIELD_ERROR_CODES, PROBLEMS } from '@rapport/contract/problems';
import type { FastifyInstance, FastifySchema, RouteOptions } from 'fastify';
import { type TSchema, Type } from 'typebox';

/** The problem document, as the API description shows it. */
export const ProblemDocument = Type.Object(
  {
    type: Type.String({ examples: ['/docs/problems#not_found'] }),
    title: Type.String({ examples: ['Not found'] }),
    status: Type.Integer({ examples: [404] }),
    detail: Type.String({
      description: 'What happened and what to do.',
      examples: ['There is no such client, or you have no login to its Account. Check the uuid.'],
    }),
    code: Type.Unsafe<string>({ type: 'string', enum: Object.keys(PROBLEMS), examples: ['not_found'] }),
    request_id: Type.String({
      description: 'Tell it to the operator when something looks wrong.',
      examples: ['01a0c5d2-6b1e-7c3a-9f42-5d1c8e0b7a64'],
    }),
    errors: Type.Optional(
      Type.Array(
        Type.Object({
          pointer: Type.String({
            description: 'JSON pointer into the body, or name of the query parameter.',
            examples: ['/emails/0/value'],
          }),
          code: Type.Unsafe<string>({
            type: 'string',
            enum: [...FIELD_ERROR_CODES],
            examples: ['wrong_format'],
          }),
          detail: Type.String({ examples: ['/emails/0/value "ada" is not an e-mail address.'] }),
          uuid: Type.Optional(
            Type.String({
              format: 'uuid',
              description:
                'With taken: the record that has the value, such as the client with this external_id.',
              examples: ['01a0b36c-9e52-7d08-a4c7-17f2e6b09d35'],
            }),
          ),
        }),
      ),
    ),
  },
  { $id: 'Problem', title: 'Problem', description: 'A refusal (RFC 9457).' },
);

type OpenApi = Extract<NonNullable<FastifyDynamicSwaggerOptions['openapi']>, { webhooks?: unknown }>;
type SecuritySchemes = NonNullable<OpenApi['components']>['securitySchemes'];

/** Publishes the OpenAPI document at /api/openapi.json and the reference page at /docs. Call before the routes. */
export async function publishOpenApi(
  app: FastifyInstance,
  options: {
    base_url: string;
    version: string;
    schemas: TSchema[];
    /** Beside the token of a request, which every program may send. */
    securitySchemes: SecuritySchemes;
    /** By name of the event. */
    webhooks: Record<string, object>;
  },
): Promise<void> {
  for (const schema of [...options.schemas, ProblemDocument]) app.addSchema(schema);
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Rapport',
        version: options.version,
        description: DESCRIPTION,
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
      externalDocs: { url: '/docs/problems', description: 'All codes of refusals' },
    },
    transform: ({ schema, url, route }) => ({ schema: withGeneralRefusals(schema, route), url }),
    transformObject: (document) => withWireForms((document as { openapiObject: Document }).openapiObject),
    // What a proxy puts before our paths is no part of them.
    stripBasePath: false,
    refResolver: { buildLocalReference: (json) => String(json.$id) },
  });
  app.get('/api/openapi.json', { schema: { hide: true } }, () => app.swagger());
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: REFERENCE_PAGE_CSP,
    // Without an icon of its own it has that of the other pages.
    theme: { title: 'Rapport API', css: [themeFile('css')], js: [themeFile('js')], favicon: [] },
    uiConfig: {
      // The other layout has a bar for the descriptions of other services.
      layout: 'BaseLayout',
      docExpansion: 'list',
      defaultModelsExpandDepth: 0,
      // The numbers of the usual one are too dark to be read.
      syntaxHighlight: { theme: 'obsidian' },
    },
  });
}

type Document = {
  paths?: Record<string, Record<string, DescribedOperation>>;
};
type DescribedOperation = {
  parameters?: { in: string; schema: { type?: string }; style?: string; explode?: boolean }[];
  requestBody?: { required: boolean; content: Record<string, { schema: { [OPTIONAL]?: true } }> };
};

/** What the schemas of a route cannot say of how it is asked: an object in a query is `name[key]=value`, and a body may be left out. */
function withWireForms(document: Document): Document {
  for (const operation of Object.values(document.paths ?? {}).flatMap((methods) => Object.values(methods))) {
    for (const parameter of operation.parameters ?? []) {
      if (parameter.in !== 'query' || parameter.schema.type !== 'object') continue;
      Object.assign(parameter, { style: 'deepObject', explode: true });
    }
    const { requestBody } = operation;
    for (const { schema } of Object.values(requestBody?.content ?? {})) {
      if (requestBody && schema[OPTIONAL]) requestBody.required = false;
      delete schema[OPTIONAL];
    }
  }
  return document;
}

const OPTIONAL = 'x-optional';

/** A body that may be left out; the route then puts `{}` in its place. */
export function optionalBody<T extends TSchema>(schema: T): T {
  return { ...schema, [OPTIONAL]: true };
}

const DESCRIPTION =
  'A customer-relationship service with personal access tokens, OAuth 2.0 and signed webhooks. ' +
  'A customer is a Client here; an Account is the tenant, a business whose data is kept apart. ' +
  'Programs send a token; on this page you may also be signed in to the web interface, and “Try it out” uses your session.\n\n' +
  'Every answer has X-Request-Id. Where a token ends, answers say when in X-Token-Expires-At; where the operator limits requests, they ' +
  'have RateLimit-Policy and RateLimit. Of the requests of a User a few are worked on at a time and the others wait; when too many wait, ' +
  'more get 429. 429 and 503 say in Retry-After how long to wait. What a request to an address under /api has beyond ' +
  'what is described, a query parameter or a field of its body, is refused and not ignored. The OAuth endpoints pass over parameters ' +
  'that they do not know, as RFC 6749 has it.';

/** How the reference page looks like the other pages, and leads back to them. */
function themeFile(kind: 'css' | 'js') {
  const path = join(import.meta.dirname, `reference-page.${kind}`);
  return { filename: `rapport.${kind}`, content: readFileSync(path, 'utf8') };
}

/** Nothing of another host; and no upgrade to https, which would leave the page blank where there is only http. */
const REFERENCE_PAGE_CSP =
  "default-src 'self'; img-src 'self' data:; script-src-attr 'none'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'";

type Headers = Record<string, { type: 'string'; description: string }>;

/** Those that refusals have beside their document. */
const REFUSAL_HEADERS: Record<number, Headers> = {
  401: {
    'www-authenticate': {
      type: 'string',
      description: 'Bearer, and as parameters what is wrong with the token (RFC 6750 §3).',
    },
  },
  403: {
    'www-authenticate': {
      type: 'string',
      description:
        'With insufficient_scope: Bearer, and as a parameter the scope that is needed (RFC 6750 §3).',
    },
  },
  412: { etag: { type: 'string', description: 'The version that the record has now, in double quotes.' } },
};

/** `{"data": …}` for one record; `headers` are those of its own that the answer has. */
export function dataOf<T extends TSchema>(schema: T, headers: Headers = {}) {
  return Type.Object({ data: referenceTo(schema) }, { headers });
}

/** The headers of an answer with a record that has an ETag. */
export const ETAG: Headers = {
  etag: {
    type: 'string',
    description: 'The version of the record, in double quotes: for If-Match and If-None-Match.',
  },
};

/** The answer of `answerUnchanged`. */
export const UNCHANGED = Type.Null({
  description: 'Not modified: the record has an ETag that If-None-Match names.',
  headers: ETAG,
});

/** The answer of `answerCreated`: `{"data": …}`, and where the record is from now on. */
export function createdOf<T extends TSchema>(schema: T, headers: Headers = {}) {
  return Type.Object(
    { data: referenceTo(schema) },
    { description: 'Created.', headers: { location: LOCATION, ...headers } },
  );
}

const LOCATION = {
  type: 'string' as const,
  format: 'uri-reference',
  description: 'The address of what was created: a path, which holds at the host that was asked.',
  example: '/api/v2/clients/01a0c5d2-6b1e-7c3a-9f42-5d1c8e0b7a64',
};

/** `{"data": […], "next_cursor": …, "total": …}` for a list with the parameters of `listQuerySchema`. */
export function listOf<T extends TSchema>(schema: T) {
  return Type.Object({
    ...pagesOf(schema).properties,
    total: Type.Optional(Type.Integer({ description: 'Only with include=total.' })),
  });
}

/** `{"data": […], "next_cursor": …}` for a list that is not counted. */
export function pagesOf<T extends TSchema>(
  schema: T,
  next_cursor = 'Send it as cursor for the next page. Null: the end.',
) {
  return Type.Object({
    data: Type.Array(referenceTo(schema)),
    next_cursor: Type.Union([Type.String(), Type.Null()], { description: next_cursor }),
  });
}

/** `{"data": […], "next_cursor": …}` for a list with the parameters of `WholeListQuery`. */
export function wholeListOf<T extends TSchema>(schema: T) {
  return pagesOf(schema, 'Send it as cursor for the next page. Null: the end, as always without limit.');
}

/** `{"data": […], "next_cursor": null}` for a list that has no second page. */
export function onePageOf<T extends TSchema>(schema: T) {
  return Type.Object({
    data: Type.Array(referenceTo(schema)),
    next_cursor: Type.Null({ description: 'Always null: the list has one page.' }),
  });
}

function referenceTo<T extends TSchema>(schema: T) {
  return Type.Unsafe<Type.Static<T>>({ $ref: `${(schema as { $id?: string }).$id}#` });
}

/** The refusals of a route by status, for the API description; those that any route may give need not be named. */
export function refusals(...statuses: number[]) {
  // A token may have been given for something else, such as for signing in alone.
  const scope = statuses.includes(401) ? { 403: refusal(PROBLEMS.insufficient_scope.title, 403) } : {};
  return { ...scope, ...byStatus(statuses), default: refusal('Any other refusal') };
}

/** With the refusals of the negotiation, which come before the route is asked. */
function withGeneralRefusals(schema: FastifySchema, { method }: RouteOptions): FastifySchema {
  // Of a read no body is looked at; of another request one that is not described is refused.
  const ofBody = schema.body ? [413, 415] : method === 'GET' ? [] : [422];
  const general = byStatus([406, ...ofBody]);
  return { ...schema, response: { ...general, ...withMeanings(schema.response as Answers | undefined) } };
}

type Answers = Record<string, { description?: string }>;

/** What a success means where its schema does not say it. */
const SUCCESSES: Record<string, string> = {
  200: 'Done.',
  202: 'Accepted: it is done soon.',
  204: 'Done. The answer has no body.',
};

function withMeanings(answers: Answers = {}): Answers {
  const described = Object.entries(answers).map(([status, answer]) => {
    const description = answer.description ?? SUCCESSES[status];
    return [status, description === undefined ? answer : { ...answer, description }];
  });
  return Object.fromEntries(described);
}

function byStatus(statuses: number[]) {
  return Object.fromEntries(statuses.map((status) => [status, refusal(titlesOf(status), status)]));
}

function refusal(description: string, status?: number) {
  const headers = status === undefined ? undefined : REFUSAL_HEADERS[status];
  const content = { 'application/problem+json': { schema: { $ref: 'Problem#' } } };
  return { description, ...(headers && { headers }), content };
}

function titlesOf(status: number): string {
  return Object.values(PROBLEMS)
    .filter((problem) => problem.status === status)
    .map((problem) => problem.title)
    .join('; ');
}
