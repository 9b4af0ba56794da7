import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormatsModule from 'ajv-formats';

const addFormats = addFormatsModule as unknown as (ajv: Ajv2020) => void;

/** As much of an OpenAPI 3.1 document as the tests walk through. */
export type Description = {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, unknown> };
};
export type Operation = {
  operationId?: string;
  summary?: string;
  parameters?: { name: string; in: string; required?: boolean; description?: string; schema: unknown }[];
  requestBody?: { content: Record<string, { schema: unknown }> };
  responses: Record<string, { content?: Record<string, { schema: unknown }> }>;
};

export type SeenAnswer = { status: number; content_type: string | null; body: unknown };

/** What any request may get, whatever its route; described under `default`. */
const GENERAL = [400, 401, 403, 406, 413, 415, 429, 503];

/**
 * Compares answers with the API description: every answer that a test sees must have a status that its operation lists, and a body
 * that fits the schema of that status. The returned function gives the fault as a sentence, or null. What is not described passes.
 */
export function describedAnswers(description: Description) {
  const ajv = makeAjv(description);
  const validators = new Map<string, ValidateFunction>();
  const operations = Object.entries(description.paths).map(([path, methods]) => ({
    path,
    methods,
    pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  }));

  return (method: string, path: string, answer: SeenAnswer): string | null => {
    const found = operations.find(({ pattern }) => pattern.test(path.split('?')[0]!));
    const operation = found?.methods[method.toLowerCase()];
    if (!found || !operation) return null;
    const said = `${method} ${found.path} answered ${answer.status}`;
    const status = describedStatus(operation, answer.status);
    if (status === undefined) {
      return `${said}, which its description does not list. Add it to refusals(…) in the schema of the route.`;
    }
    const types = Object.keys(operation.responses[status]?.content ?? {});
    if (types.length === 0 && answer.body === null) return null;
    const type = types.find((described) => answer.content_type?.startsWith(described));
    if (type === undefined) return `${said} with ${answer.content_type}, but it is described as ${types}.`;
    const operationAt = ['paths', found.path, method.toLowerCase()];
    const reference = referenceTo(...operationAt, 'responses', status, 'content', type, 'schema');
    const validate = validators.get(reference) ?? ajv.compile({ $ref: reference });
    validators.set(reference, validate);
    return validate(answer.body) ? null : `${said} not as described: ${ajv.errorsText(validate.errors)}.`;
  };
}

function describedStatus({ responses }: Operation, status: number): string | undefined {
  if (String(status) in responses) return String(status);
  return GENERAL.includes(status) ? 'default' : undefined;
}

/** Compiles schemas of the document, with their references. */
export function makeAjv(description: Description): Ajv2020 {
  const ajv = new Ajv2020({ strict: false, validateSchema: false });
  addFormats(ajv);
  return ajv.addSchema(description, 'description');
}

/** A reference to what stands at these keys of the document. */
export function referenceTo(...keys: string[]): string {
  const escaped = keys.map((key) => encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1')));
  return `description#/${escaped.join('/')}`;
}
