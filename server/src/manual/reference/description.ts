/** The parts of the description of the API (OpenAPI 3.1) that the reference shows. */
export type ApiDescription = {
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  tags: { name: string; description?: string }[];
  security?: Security[];
  paths: Record<string, Record<string, Described>>;
  components: Record<string, Record<string, unknown>>;
};

/** An operation as it is described under its path and method. */
export type Described = {
  operationId: string;
  summary: string;
  description?: string;
  tags: string[];
  security?: Security[];
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Content };
  responses: Record<string, Reference | Answer>;
};

export type Parameter = {
  in: string;
  name: string;
  required?: boolean;
  description?: string;
  example?: unknown;
  schema: Schema;
};
export type Answer = {
  description?: string;
  headers?: Record<string, Reference | Header>;
  content?: Content;
};
export type Header = { description?: string; schema: Schema };
export type Content = Record<string, { schema: Schema }>;
type Security = Record<string, string[]>;
type Reference = { $ref: string };

export type Schema = {
  $ref?: string;
  title?: string;
  description?: string;
  type?: string;
  format?: string;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  examples?: unknown[];
  default?: unknown;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
};

/** An operation with its address. */
export type Operation = Described & { method: string; path: string };

/** All operations, in the order of the description. */
export function operationsOf({ paths }: ApiDescription): Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({ ...described, method, path })),
  );
}

/** The part of the description that a reference names; anything else is itself. */
export function named<T extends object>(api: ApiDescription, part: T | Reference): T {
  if (!('$ref' in part) || typeof part.$ref !== 'string') return part as T;
  const [, , group, name] = part.$ref.split('/');
  return api.components[group!]![name!] as T;
}
