import type { INodePropertyOptions } from 'n8n-workflow';
import { type Context, call } from './call.ts';

/** A JSON Schema, as far as the description of the API has it. */
export type Schema = {
  $ref?: string;
  type?: string;
  format?: string;
  description?: string;
  enum?: string[];
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
};

type Operation = {
  tags?: string[];
  parameters?: { name: string }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
};

/** The OpenAPI description of the service, in its own version. */
export type Described = {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
};

export async function described(context: Context): Promise<Described> {
  return (await call(context, 'GET', '/api/openapi.json')) as unknown as Described;
}

/** The kinds of record there are: each takes batches. The value is the word of its path. */
export function kindsIn({ paths }: Described): INodePropertyOptions[] {
  return Object.keys(paths).flatMap((path) => {
    const kind = /^\/api\/v2\/([a-z-]+)\/batch$/.exec(path)?.[1];
    return kind ? [{ name: paths[`/api/v2/${kind}`]?.get?.tags?.[0] ?? kind, value: kind }] : [];
  });
}

/** The word by which other resources name records of a kind: `deal` for `deals`. */
export function resourceOf(kind: string): string {
  return kind.replace(/s$/, '');
}

/** The fields that a caller writes in a new record, or in a change of one. */
export function fieldsIn(description: Described, kind: string, isNew: boolean): Schema {
  const path = isNew ? `/api/v2/${kind}` : `/api/v2/${kind}/{uuid}`;
  const operation = description.paths[path]?.[isNew ? 'post' : 'patch'];
  const schema = Object.values(operation?.requestBody?.content ?? {})[0]?.schema ?? {};
  const name = schema.$ref?.split('/').pop();
  return name === undefined ? schema : (description.components.schemas[name] ?? {});
}

/** The names that the list of a kind can be filtered by, without the fields of an Account's own. */
export function filtersIn(description: Described, kind: string): string[] {
  const parameters = description.paths[`/api/v2/${kind}`]?.get?.parameters ?? [];
  return parameters.flatMap(({ name }) => {
    const field = /^filter\[([^\][]+)\]$/.exec(name)?.[1];
    return field && !field.startsWith('custom.') ? [field] : [];
  });
}
