import { EXAMPLE_UUIDS, Nullable } from '@rapport/contract/fields';
import { Type } from '@rapport/contract/json-schema';
import type { ListDefinition } from '@rapport/contract/list-definition';
import { FIELD_ERROR_CODES, PROBLEMS } from '@rapport/contract/problems';
import { RECORDS } from '@rapport/contract/records/all';
import { Faults } from '@rapport/contract/views';
import type { FastifyRequest, FastifySchema, RouteOptions } from 'fastify';
import type { Static, TSchema } from 'typebox';

/** The problem document, as the API description shows it. */
export const ProblemDocument = Type.Object(
  {
    type: Type.String({ examples: ['/docs/problems#not_found'] }),
    title: Type.String({ examples: ['Not found'] }),
    status: Type.Integer({ examples: [404] }),
    detail: Type.String({
      description: 'What happened and what to do.',
      examples: [`There is no such ${RECORDS[0].name}, or you have no login to its Account. Check the uuid.`],
    }),
    code: Type.Unsafe<string>({ type: 'string', enum: Object.keys(PROBLEMS), examples: ['not_found'] }),
    request_id: Type.String({
      description: 'Quote it to the operator when something looks wrong.',
      examples: ['01a0c5d2-6b1e-7c3a-9f42-5d1c8e0b7a64'],
    }),
    needed: Type.Optional(
      Type.Array(Type.String(), {
        description: 'With insufficient_scope: the scopes to ask for.',
        examples: [['*']],
      }),
    ),
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
              description: 'With taken: the record that already has the value, such as this external_id.',
              examples: ['01a0b36c-9e52-7d08-a4c7-17f2e6b09d35'],
            }),
          ),
        }),
      ),
    ),
  },
  { $id: 'Problem', title: 'Problem', description: 'A refusal (RFC 9457).' },
);

/** Marks the schema of an optional body. The OpenAPI document says so beside the schema. */
export const OPTIONAL = 'x-optional';

/** Makes a body optional, all fields of which may be left out. */
export function optionalBody<T extends TSchema>(schema: T): T {
  return { ...schema, [OPTIONAL]: true };
}

/** Puts `{}` in place of an optional body that is missing. */
export function fillOptionalBody(request: FastifyRequest): void {
  const { body } = (request.routeOptions.schema ?? {}) as { body?: { [OPTIONAL]?: true } };
  if (body?.[OPTIONAL]) request.body ??= {};
}

/** Marks the body of a new record. The OpenAPI document says what it needs. */
export const NEW_RECORD = 'x-new-record';

/** What the body of a new record needs, all of one of the lists, and what it need not say. */
export type NewRecord = {
  needs: readonly (readonly string[])[];
  defaults: Record<string, unknown>;
};

/**
 * Says in the OpenAPI document what a new record needs. The rules of its kind check it, with all
 * other faults at once.
 */
export function newRecordBody<T extends TSchema>(
  schema: T,
  needs: NewRecord['needs'],
  defaults: NewRecord['defaults'],
): T {
  return { ...schema, [NEW_RECORD]: { needs, defaults } };
}

type Headers = Record<string, { type: 'string'; description: string }>;

/** The headers of refusals, by status. */
const REFUSAL_HEADERS: Record<number, Headers> = {
  401: {
    'www-authenticate': {
      type: 'string',
      description: 'Bearer, with the fault of the token as parameters (RFC 6750 §3).',
    },
  },
  403: {
    'www-authenticate': {
      type: 'string',
      description: 'With insufficient_scope: Bearer, with the needed scope as a parameter (RFC 6750 §3).',
    },
  },
  412: { etag: { type: 'string', description: 'The version that the record has now, in double quotes.' } },
};

/** The schema of `{"data": …}` for one record; `headers` are extra headers of the answer. */
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

/** The schema of the answer that `answerUnchanged` gives. */
export const UNCHANGED = Type.Null({
  description: 'Not modified: the ETag of the record is in If-None-Match.',
  headers: ETAG,
});

/**
 * The schema of the answer that `answerCreated` gives: `{"data": …}`, and the header with the
 * record's address.
 */
export function createdOf<T extends TSchema>(schema: T, headers: Headers = {}) {
  return Type.Object(
    { data: referenceTo(schema) },
    { description: 'Created.', headers: { location: LOCATION, ...headers } },
  );
}

/** The schema of the answer that `answerAccepted` gives: a job, and the header with its address. */
export function acceptedOf<T extends TSchema>(job: T) {
  const location = {
    ...LOCATION,
    description: 'The address of the job.',
    example: `/api/v2/jobs/${EXAMPLE_UUIDS.any}`,
  };
  return Type.Object({ data: job }, { description: 'Accepted: the job does it.', headers: { location } });
}

const LOCATION = {
  type: 'string' as const,
  format: 'uri-reference',
  description: 'The address of the new record: a path on the same host.',
  example: `${RECORDS[0].path}/${EXAMPLE_UUIDS.any}`,
};

/**
 * The schema of `{"data": […], "next_cursor": …, "total": …}`, for a list with the parameters of
 * `listQuerySchema`.
 */
export function listOf<T extends TSchema>(
  schema: T,
  {
    amount,
    hasViews = false,
    more = {},
  }: Pick<ListDefinition, 'amount'> & { hasViews?: boolean; more?: Record<string, TSchema> } = {},
) {
  return Type.Object({
    ...pagesOf(schema).properties,
    total: Type.Optional(Type.Integer({ description: 'Only with include=total.' })),
    count: Type.Optional(Type.Integer({ description: 'Only with include=count. 10001: more than 10,000.' })),
    ...(amount && { amounts: Type.Optional(AMOUNTS) }),
    ...(hasViews && { ignored: Type.Optional(Faults(IGNORED)) }),
    ...more,
  });
}

const IGNORED = 'Only with a view that asks what the list no longer has: the rest of it is answered.';

const AMOUNTS = Nullable(
  Type.Array(
    Type.Object({
      currency: Nullable(
        Type.String({ description: 'Null: records without a currency.', examples: ['EUR'] }),
      ),
      amount: Type.String({ description: 'What they add up to.', examples: ['12500.00'] }),
    }),
    { description: 'Only with include=amounts. Null for more than 10,000 records.' },
  ),
);

/** The schema of `{"data": […], "next_cursor": …}`, for a list without a total. */
export function pagesOf<T extends TSchema>(
  schema: T,
  next_cursor = 'Send it as cursor for the next page. Null: the end.',
) {
  return Type.Object({
    data: Type.Array(referenceTo(schema)),
    next_cursor: Type.Union([Type.String(), Type.Null()], { description: next_cursor }),
  });
}

/**
 * The schema of `{"data": […], "next_cursor": …}`, for a list with the parameters of
 * `WholeListQuery`.
 */
export function wholeListOf<T extends TSchema>(schema: T) {
  return pagesOf(schema, 'Send it as cursor for the next page. Null: the end, as always without limit.');
}

/** The schema of `{"data": […], "next_cursor": null}`, for a list that has only one page. */
export function onePageOf<T extends TSchema>(schema: T) {
  return Type.Object({
    data: Type.Array(referenceTo(schema)),
    next_cursor: Type.Null({ description: 'Always null: the list has one page.' }),
  });
}

function referenceTo<T extends TSchema>(schema: T) {
  return Type.Unsafe<Static<T>>({ $ref: `${(schema as { $id?: string }).$id}#` });
}

/**
 * Describes the refusals of a route by status. Refusals that any route may give need not be named.
 */
export function refusals(...statuses: number[]) {
  // A token may have the scope for signing in only, so each route that needs one may refuse it.
  const scope = statuses.includes(401) ? { 403: refusal(PROBLEMS.insufficient_scope.title, 403) } : {};
  return { ...scope, ...byStatus(statuses), default: refusal('Any other refusal') };
}

/** Adds the refusals about headers and body, which come before the route runs. */
export function withGeneralRefusals(schema: FastifySchema, { method }: RouteOptions): FastifySchema {
  // GET ignores a body. Other methods refuse one when the route describes none.
  const ofBody = schema.body ? [413, 415] : method === 'GET' ? [] : [422];
  const general = byStatus([406, ...ofBody]);
  return { ...schema, response: { ...general, ...withMeanings(schema.response as Answers | undefined) } };
}

type Answers = Record<string, { description?: string }>;

/** The descriptions of successes whose schema has none. */
const SUCCESSES: Record<string, string> = {
  200: 'Done.',
  202: 'Accepted: it will be done soon.',
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

/** The same refusal is one object for all routes, which describe thousands. */
const known = new Map<string, object>();

function refusal(description: string, status?: number) {
  const key = `${status} ${description}`;
  const kept = known.get(key) ?? newRefusal(description, status);
  known.set(key, kept);
  return kept;
}

function newRefusal(description: string, status?: number) {
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
