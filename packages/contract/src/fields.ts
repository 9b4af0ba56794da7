import { Type } from 'typebox';

/** The pieces that resource schemas are made of. */

export const Uuid = (description: string, example = '01a0c5d2-6b1e-7c3a-9f42-5d1c8e0b7a64') =>
  Type.String({ format: 'uuid', description, examples: [example] });

export const Timestamp = (description: string) =>
  Type.String({
    format: 'date-time',
    description: `${description} ISO 8601 with milliseconds and the offset.`,
    examples: ['2026-11-20T09:20:00.000+00:00'],
  });

export const Text = (
  max: number,
  description: string,
  options: { min?: number; examples?: string[]; pattern?: string } = {},
) => Type.String({ minLength: options.min ?? 0, maxLength: max, description, ...withoutMin(options) });

export const Nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()]);

/**
 * Any JSON object. Not `Type.Record`: its pattern `^.*$` stops at a line break, and a key that holds one would be left out of
 * the answer.
 */
export const JsonObject = (options: { description: string; examples?: Record<string, unknown>[] }) =>
  Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true, ...options });

/** A closed choice, with the type of its literals. */
export const OneOf = <const T extends string[]>(values: T, description: string) =>
  Type.Unsafe<T[number]>({ type: 'string', enum: values, description, examples: [values[0]] });

function withoutMin({ min: _min, ...rest }: { min?: number; examples?: string[]; pattern?: string }) {
  return rest;
}
