import { NEW_RECORD, type NewRecord, OPTIONAL } from './openapi.ts';
import { shareRefusals } from './shared-refusals.ts';
import { describedTag } from './tags.ts';

/** The parts of the OpenAPI document that are finished here. */
export type DescribedDocument = {
  tags?: { name: string; description?: string }[];
  paths?: Record<string, Record<string, Operation>>;
  webhooks?: Record<string, Record<string, Operation>>;
  components?: {
    schemas?: Record<string, object>;
    headers?: Record<string, object>;
    responses?: Record<string, object>;
  };
};

type Operation = {
  operationId: string;
  summary: string;
  description?: string;
  tags: string[];
  parameters?: Parameter[];
  requestBody?: { required: boolean; content: Record<string, { schema: BodySchema }> };
  responses: Record<string, { description?: string; headers?: Record<string, object>; content?: object }>;
};
type Parameter = {
  in: string;
  name: string;
  schema: { type?: string };
  style?: string;
  explode?: boolean;
};
type BodySchema = {
  [OPTIONAL]?: true;
  [NEW_RECORD]?: NewRecord;
  type?: string;
  properties?: Record<string, object>;
  $ref?: string;
};

/**
 * Adds facts that the schemas of a route cannot express, such as the form of an object in a query,
 * and what all routes have: headers, too many requests, the list of tags.
 */
export function finished(document: DescribedDocument): DescribedDocument {
  const operations = Object.entries(document.paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  for (const { path, method, operation } of operations) {
    operation.description ??= `${operation.summary}.`;
    for (const parameter of operation.parameters ?? []) finishParameter(parameter);
    finishBody(document, operation);
    if (path.startsWith('/api/')) addLimits(operation);
    if (path.startsWith('/api/') && method !== 'get') addChange(operation);
    for (const response of Object.values(operation.responses)) {
      response.headers = { ...response.headers, 'x-request-id': headerOf('RequestId') };
    }
  }
  const responses = shareRefusals(operations.map(({ operation }) => operation.responses));
  const all = [...operations.map(({ operation }) => operation), ...webhooksOf(document)];
  const tags = [...new Set(all.flatMap((operation) => operation.tags))].map(describedTag);
  const headers = { ...document.components?.headers, ...HEADERS };
  const components = { ...document.components, headers, responses };
  return { ...document, tags, components };
}

function webhooksOf({ webhooks = {} }: DescribedDocument): Operation[] {
  return Object.values(webhooks).flatMap((methods) => Object.values(methods));
}

/** An object in a query is written `name[key]=value`, a header as people write it. */
function finishParameter(parameter: Parameter): void {
  if (parameter.in === 'query' && parameter.schema.type === 'object')
    Object.assign(parameter, { style: 'deepObject', explode: true });
  if (parameter.in === 'header')
    parameter.name = parameter.name.replaceAll(/(?<=^|-)[a-z]/g, (letter) => letter.toUpperCase());
}

/** Says what a body needs, and names those of creates and changes, for generated clients. */
function finishBody(document: DescribedDocument, { operationId, requestBody }: Operation): void {
  for (const content of Object.values(requestBody?.content ?? {})) {
    const { [OPTIONAL]: isOptional, [NEW_RECORD]: newRecord, ...schema } = content.schema;
    if (isOptional) requestBody!.required = false;
    content.schema = newRecord ? withNeeds(schema, newRecord) : schema;
    const name = nameOf(operationId);
    if (name === null || schema.type !== 'object') continue;
    const schemas = document.components?.schemas ?? {};
    schemas[name] = { title: name, ...content.schema };
    document.components = { ...document.components, schemas };
    content.schema = { $ref: `#/components/schemas/${name}` };
  }
}

/** `NewDeal` for the body of `createDeal`, `DealChanges` for that of `updateDeal`. */
function nameOf(operationId: string): string | null {
  const [, verb, noun] = /^(create|update)(\w+)$/.exec(operationId) ?? [];
  if (noun === undefined) return null;
  return verb === 'create' ? `New${noun}` : `${noun}Changes`;
}

function withNeeds(schema: BodySchema, { needs, defaults }: NewRecord): BodySchema {
  const properties = Object.fromEntries(
    Object.entries(schema.properties ?? {}).map(([name, property]) => [
      name,
      name in defaults ? { ...property, default: defaults[name] } : property,
    ]),
  );
  const ways = needs.map((required) => ({ required: [...required] }));
  return { ...schema, properties, ...(ways.length === 1 ? ways[0] : { anyOf: ways }) };
}

/** Any request may be one too many, or come while the database is away. */
function addLimits({ responses }: Operation): void {
  const problem = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } };
  const limits = { 'ratelimit-policy': headerOf('RateLimitPolicy'), ratelimit: headerOf('RateLimit') };
  const retry = { 'retry-after': headerOf('RetryAfter') };
  for (const [status, response] of Object.entries(responses)) {
    if (!status.startsWith('2') || !('401' in responses)) continue;
    response.headers = { ...response.headers, ...limits, 'x-token-expires-at': headerOf('TokenExpiresAt') };
  }
  const many: Operation['responses'][string] = {
    description: 'Too many requests',
    content: problem,
    ...responses['429'],
  };
  responses['429'] = { ...many, headers: { ...many.headers, ...retry, ...limits } };
  responses['503'] ??= {
    description: 'The service cannot answer right now',
    headers: retry,
    content: problem,
  };
}

/** A request that writes is a change. One that can be repeated says whether it was. */
function addChange({ parameters = [], responses }: Operation): void {
  const isRepeatable = parameters.some(({ name }) => name === 'Idempotency-Key');
  for (const [status, response] of Object.entries(responses)) {
    if (!status.startsWith('2') || !('401' in responses)) continue;
    response.headers = {
      ...response.headers,
      'x-change-uuid': headerOf('ChangeUuid'),
      ...(isRepeatable && { 'idempotent-replayed': headerOf('IdempotentReplayed') }),
    };
  }
}

function headerOf(name: keyof typeof HEADERS): object {
  return { $ref: `#/components/headers/${name}` };
}

const text = { type: 'string' };

const HEADERS = {
  RequestId: {
    description: 'Names the request in the log of the service. Quote it to the operator.',
    schema: text,
  },
  ChangeUuid: {
    description:
      'The change that this request is, or is a part of. It is not found if the request changed no record.',
    schema: { type: 'string', format: 'uuid' },
  },
  IdempotentReplayed: {
    description: 'There, and `true`, when this is the answer to an earlier request with the same key.',
    schema: text,
  },
  TokenExpiresAt: { description: 'When the token ends, for one that ends.', schema: text },
  RateLimitPolicy: { description: 'The limit of requests, if the operator has set one.', schema: text },
  RateLimit: { description: 'How many requests are left, and when there are more.', schema: text },
  RetryAfter: { description: 'The seconds to wait.', schema: { type: 'integer', minimum: 1 } },
};
