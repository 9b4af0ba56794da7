import { isCurrency } from '@rapport/contract/currencies';
import { isTimeZone } from '@rapport/contract/days';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormatsModule from 'ajv-formats';
import { isDateOrTime } from '../platform/time/times.ts';

const addFormats = addFormatsModule as unknown as (ajv: Ajv2020) => void;

/** The parts of an OpenAPI 3.1 document that the tests use. */
export type Description = {
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, unknown>;
    responses?: Record<string, unknown>;
    securitySchemes?: Record<string, unknown>;
  };
  webhooks?: Record<string, Record<string, Operation>>;
};
export type Operation = {
  operationId?: string;
  summary?: string;
  description?: string;
  parameters?: { name: string; in: string; required?: boolean; description?: string; schema: unknown }[];
  requestBody?: { required?: boolean; content: Record<string, { schema: unknown }> };
  responses: Record<
    string,
    { description?: string; headers?: Record<string, object>; content?: Record<string, { schema: unknown }> }
  >;
};

/** The description with each shared refusal in its place, so that no test has to look for it. */
export function withRefusals(description: Description): Description {
  const shared = description.components.responses ?? {};
  const whole = <T>(response: T): T => {
    const { $ref } = response as { $ref?: string };
    return $ref === undefined ? response : (shared[$ref.split('/').at(-1)!] as T);
  };
  const inPlace = <T>(all: Record<string, T>, change: (one: T) => T): Record<string, T> =>
    Object.fromEntries(Object.entries(all).map(([name, one]) => [name, change(one)]));
  const paths = inPlace(description.paths, (methods) =>
    inPlace(methods, (operation) => ({ ...operation, responses: inPlace(operation.responses, whole) })),
  );
  return { ...description, paths };
}

/** Headers of answers while the operator limits requests, or to a token that ends. */
const SOMETIMES = ['ratelimit-policy', 'ratelimit', 'x-token-expires-at', 'idempotent-replayed'];

/** An answer of a test. When `headers` is missing, the described headers are not checked. */
type SeenAnswer = { status: number; content_type: string | null; headers?: Headers; body: unknown };

/** Statuses that any request may get, whatever its route. They are described under `default`. */
const GENERAL = [400, 401, 403, 406, 413, 415, 429, 503];

/** Routes that are left undescribed on purpose. */
const UNDESCRIBED = [
  // Routes for operators and their tools.
  /^\/(healthz|readyz|metrics)$/,
  // The description itself, and the pages that show it.
  /^\/(api\/openapi\.json|docs(\.md|\/.*)?|llms(-full)?\.txt)$/,
  // The metadata, described at its own address. Programs also look here when the base URL has a
  // path.
  /^\/\w+\/\.well-known\/[a-z-]+$/,
];

/**
 * True for pages for people, and for OAuth endpoints, whose answers follow an RFC.
 * conformance/oauth tests those.
 */
export function isPageOrOAuth(url: string): boolean {
  return /^\/(pages\.css|docs(\/.*)?|web\/.*|sign-in(\/.*)?|sign-out|unsubscribe|oauth\/.*|\.well-known\/.*)$/.test(
    url,
  );
}

/**
 * Compares answers with the API description. Each answer must have a status that its operation
 * lists, a body that fits the schema of that status, and the described headers. Without a described
 * operation, only 404 or 405 is allowed. The returned function gives the fault as a sentence, or
 * null.
 */
export function describedAnswers(
  description: Description,
): (method: string, path: string, answer: SeenAnswer) => string | null {
  const ajv = makeAjv(description);
  const validators = new Map<string, ValidateFunction>();
  const paths = pathsOf(description);

  return (method, path, answer) => {
    const pathname = path.split('?')[0]!;
    const verb = method === 'HEAD' ? 'get' : method.toLowerCase();
    const found = paths.find(({ pattern, methods }) => verb in methods && pattern.test(pathname));
    if (!found) return undescribed(method, pathname, answer);
    const operation = found.methods[verb]!;
    const said = `${method} ${found.path} answered ${answer.status}`;
    const status = describedStatus(operation, answer.status);
    if (status === undefined) {
      return `${said}, which its description does not list. Add it to refusals(…) in the schema of the route.`;
    }
    const promised = Object.keys(operation.responses[status]?.headers ?? {}).filter(
      (name) => !SOMETIMES.includes(name),
    );
    // Of the refusals with 403, only that of a token with another scope has a challenge.
    const isOfToken = answer.status !== 403 || codeOf(answer.body) === 'insufficient_scope';
    const expected = promised.filter((name) => isOfToken || name !== 'www-authenticate');
    const missing = expected.filter((name) => answer.headers?.has(name) === false);
    if (missing.length > 0) return `${said} without ${missing}.`;
    // With an ETag a caller may get 304, which must be described. A refusal may have the ETag of
    // the record that stands in the way.
    if (answer.status < 300 && answer.headers?.has('etag') && !promised.includes('etag')) {
      return `${said} with an ETag, which is not described. Add ETAG and UNCHANGED to the schema of the route.`;
    }
    const types = Object.keys(operation.responses[status]?.content ?? {});
    if (types.length === 0 && answer.body === null) return null;
    const type = types.find((described) => answer.content_type?.startsWith(described));
    if (type === undefined) return `${said} with ${answer.content_type}, but it is described as ${types}.`;
    if (method === 'HEAD') return answer.body === null ? null : `${said} with a body.`;
    const reference = referenceTo('paths', found.path, verb, 'responses', status, 'content', type, 'schema');
    const validate = validators.get(reference) ?? ajv.compile({ $ref: reference });
    validators.set(reference, validate);
    return validate(answer.body) ? null : `${said} not as described: ${ajv.errorsText(validate.errors)}.`;
  };
}

function codeOf(body: unknown): string | undefined {
  return (body as { code?: string } | null)?.code;
}

/**
 * The paths with their patterns, literal ones first as in the router: `{` sorts behind every
 * letter.
 */
function pathsOf({ paths }: Description) {
  return Object.keys(paths)
    .sort()
    .map((path) => ({
      path,
      methods: paths[path]!,
      pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
    }));
}

function undescribed(method: string, pathname: string, { status }: SeenAnswer): string | null {
  if (status === 404 || status === 405 || isPageOrOAuth(pathname)) return null;
  if (UNDESCRIBED.some((pattern) => pattern.test(pathname))) return null;
  return `${method} ${pathname} answered ${status}, but no operation of the description has this method and path.`;
}

function describedStatus({ responses }: Operation, status: number): string | undefined {
  if (String(status) in responses) return String(status);
  return GENERAL.includes(status) ? 'default' : undefined;
}

/** Compiles schemas of the document with their references. */
export function makeAjv(description: Description): Ajv2020 {
  // Each answer is checked a few times at most, so compiling takes more time than checking.
  const quick = { inlineRefs: false, code: { optimize: false } };
  const ajv = new Ajv2020({ strict: false, validateSchema: false, ...quick });
  addFormats(ajv);
  // A format of our own, unknown to JSON Schema.
  ajv.addFormat('date-or-time', isDateOrTime);
  ajv.addFormat('time-zone', isTimeZone);
  ajv.addFormat('currency-code', isCurrency);
  return ajv.addSchema(description, 'description');
}

/** A reference to the part of the document at these keys. */
export function referenceTo(...keys: string[]): string {
  const escaped = keys.map((key) => encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1')));
  return `description#/${escaped.join('/')}`;
}
