import { randomUUID } from 'node:crypto';
import { exampleOf } from '../events/catalogue.ts';
import type { Description, Operation } from './described-answers.ts';

/** An operation, with the keys that lead to it in the document. */
export type DescribedOperation = {
  name: string;
  at: string[];
  method: string;
  path: string;
  operation: Operation;
};

export function operationsOf({ paths }: Description): DescribedOperation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([key, operation]) => {
      const method = key.toUpperCase();
      return { name: `${method} ${path}`, at: ['paths', path, key], method, path, operation };
    }),
  );
}

/** The JSON schemas of a described request or answer, with the keys that lead to them. */
export function bodiesOf(at: string[], part: { content?: Record<string, { schema: unknown }> } | undefined) {
  const described = Object.entries(part?.content ?? {}).filter(([type]) => type.includes('json'));
  return described.map(([type, { schema }]) => ({ keys: [...at, 'content', type, 'schema'], schema }));
}

/** Returns a schema with its references replaced by the schemas they name. */
export function resolve(description: Description, node: unknown): unknown {
  if (Array.isArray(node)) return node.map((inner) => resolve(description, inner));
  if (typeof node !== 'object' || node === null) return node;
  const { $ref } = node as { $ref?: string };
  if ($ref) return resolve(description, description.components.schemas[$ref.split('/').at(-1)!]);
  return Object.fromEntries(Object.entries(node).map(([key, inner]) => [key, resolve(description, inner)]));
}

/** A described request for a record that does not exist: its path, headers and body. */
export function exampleRequest(
  description: Description,
  { at, path, operation }: DescribedOperation,
): { path: string; body?: unknown; headers: Record<string, string> } {
  const needed = (operation.parameters ?? []).filter(
    ({ in: place, required }) => place === 'query' && required,
  );
  const sampleFor = (schema: unknown) =>
    (schema as { format?: string }).format === 'uuid' ? randomUUID() : exampleOf(schema);
  const query = needed.map(({ name, schema }) => `${name}=${sampleFor(resolve(description, schema))}`);
  const filled =
    path.replaceAll(/\{\w+\}/g, () => randomUUID()) + (query.length > 0 ? `?${query.join('&')}` : '');
  if ('text/csv' in (operation.requestBody?.content ?? {})) {
    return { path: filled, body: 'name\n', headers: { 'content-type': 'text/csv' } };
  }
  const [json] = bodiesOf([...at, 'requestBody'], operation.requestBody);
  return { path: filled, body: json && exampleOf(resolve(description, json.schema)), headers: {} };
}
