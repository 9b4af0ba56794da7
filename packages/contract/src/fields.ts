import type { TObjectOptions, TProperties } from 'typebox';
import { Type } from './json-schema.ts';

/** The pieces that resource schemas are made of. */

/** An object with these properties and no others, such as a body or a query. */
export const Closed = <P extends TProperties>(properties: P, options: TObjectOptions = {}) =>
  Type.Object(properties, { additionalProperties: false, ...options });

/**
 * One uuid for each kind of thing. So all examples refer to the same record by the same uuid, and
 * to different records by different ones.
 */
export const EXAMPLE_UUIDS = {
  account: '01a0a41f-2c9d-7b15-8e60-3f7a9d2c4b18',
  user: '01a0a41f-1d07-7c82-b3d9-6e5f0a817c24',
  login: '01a0a41f-2ca3-7f4e-9a11-c08b5d6e7f90',
  token: '01a0a6e8-73b4-7e21-9d0f-58c3a2e41b76',
  client: '01a0b36c-9e52-7d08-a4c7-17f2e6b09d35',
  contact: '01a0b36d-1f08-7a61-93d5-6b0c4e8f7a12',
  deal: '01a0b36d-4b7e-7c19-8f20-d1a5c3e9b046',
  pipeline: '01a0a41f-2ca5-7d33-b1f8-40c9e2a7d615',
  stage: '01a0a41f-2ca5-7d33-b1f8-5e27a1c08f94',
  task: '01a0b36d-7e52-7b84-a3c6-9f1d2e5b7a08',
  note: '01a0b36d-9a31-7f25-8c47-e2b6d0f19c53',
  file: '01a0b36d-a6d2-7b40-9e15-84c3f1a7d26b',
  mail: '01a0b36d-ae17-7c52-91d4-5a7e0b3f8c69',
  custom_field: '01a0b36d-b7c4-7e61-a5d2-3c8f0e9b1d27',
  proposal: '01a0b36d-d2e5-7a94-8b61-4f7c0d3e9a18',
  event: '01a0c5d2-6b1f-7a90-8c5e-2b46d1f07e83',
  any: '01a0c5d2-6b1e-7c3a-9f42-5d1c8e0b7a64',
};

export const Uuid = (description: string, of: keyof typeof EXAMPLE_UUIDS = 'any') =>
  Type.String({ format: 'uuid', description, examples: [EXAMPLE_UUIDS[of]] });

/** The Account in which something is made, which may be left out, wherever that is so. */
export const AccountToWrite = Type.Optional(
  Uuid(
    'The Account. When left out: the default of the token, else of the User, else the only Account.',
    'account',
  ),
);

export const Timestamp = (description: string) =>
  Type.String({
    format: 'date-time',
    description: `${description} ISO 8601 with milliseconds and the offset.`,
    examples: ['2026-11-20T09:20:00.000+00:00'],
  });

/** A time that a caller writes. Its format is not `date-time`, because a date alone will do. */
export const GivenTime = (description: string) =>
  Type.String({
    format: 'date-or-time',
    description: `${description} ISO 8601 with the offset; a date alone is its beginning in UTC.`,
    examples: ['2026-11-20T09:20:00.000+00:00'],
  });

const timeZone = (description: string) => ({ description, examples: ['Europe/London'] });

export const TimeZone = (description: string) => Type.String(timeZone(description));

/** A time zone that a caller writes: a name of the IANA list. */
export const GivenTimeZone = (description: string) =>
  Type.String({ format: 'time-zone', maxLength: 64, ...timeZone(description) });

/** The code of a currency that a caller writes. */
export const GivenCurrency = (description: string) =>
  Type.String({ format: 'currency-code', maxLength: 3, description, examples: ['GBP'] });

/**
 * The length of the longest address that mail can be sent to (RFC 5321 §4.5.3.1.3, which counts its
 * angle brackets).
 */
export const EMAIL_MAX_LENGTH = 254;

export const Text = (
  max: number,
  description: string,
  options: { min?: number; examples?: string[]; pattern?: string } = {},
) => Type.String({ minLength: options.min ?? 0, maxLength: max, description, ...withoutMin(options) });

/**
 * Characters that end a line or turn the direction of the text after them. A name must not rewrite
 * the lists, mails and logs that show it.
 */
const TURNING = '\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069';
export const LINE_BREAKING = `\\u0000-\\u001f\\u2028\\u2029${TURNING}`;

/**
 * Other invisible characters: spaces, the blanks of Hangul and Braille, and what Unicode calls
 * default ignorable.
 */
export const BLANK =
  '\\u0020\\u00a0\\u00ad\\u034f\\u061c\\u115f\\u1160\\u1680\\u17b4\\u17b5\\u180b-\\u180f\\u2000-\\u200f\\u202f' +
  '\\u205f-\\u2065\\u206a-\\u206f\\u2800\\u3000\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufff8';

/**
 * A text with a visible character and without a line break. The pattern finds the first visible
 * character without backtracking, so the work grows linearly with the text. The characters are
 * written out, because other regular expression engines name the Unicode properties (`\p{…}`)
 * differently or lack them.
 */
export const NAME_PATTERN = `^[${BLANK}]*[^${BLANK}${LINE_BREAKING}][^${LINE_BREAKING}]*$`;

/** A text in one line that may be empty. */
export const LINE_PATTERN = `^[^${LINE_BREAKING}]*$`;

/**
 * A text of several lines: with line breaks, tabs, and what sets a part in another direction, as
 * Hebrew within English has; without other controls, and without what reverses all letters.
 */
export const LINES_PATTERN =
  '^[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f\\u202d\\u202e]*$';

const LOCAL = `[^@.,:;<>()\\[\\]\\\\"${BLANK}${LINE_BREAKING}]+`;
const LETTERS = `[^\\u0000-\\u002f\\u003a-\\u0040\\u005b-\\u0060\\u007b-\\u007f${BLANK}${LINE_BREAKING}]+`;
const LABEL = `${LETTERS}(?:-+${LETTERS})*`;

/**
 * An address on both sides of one @, in parts between single dots. It has no invisible character,
 * and none that only quoted addresses may have.
 */
export const EMAIL_PATTERN = `^${LOCAL}(?:\\.${LOCAL})*@${LABEL}(?:\\.${LABEL})*$`;

/** The name of a server, or its address. */
export const HOST_PATTERN = '^[A-Za-z0-9.:_-]+$';

/**
 * An address, or the domain of addresses, with the @ before it or without. Each part ends where the
 * next begins: a long text is read once.
 */
export const ADDRESS_OR_DOMAIN_PATTERN = '^([^@\\s]*@)?[^@\\s.]+(\\.[^@\\s.]+)+$';

/** A text of several lines beside a name, such as a note or a hint. */
export const Lines = (max: number, description: string, example: string) =>
  Text(max, `${description}, without control characters.`, { pattern: LINES_PATTERN, examples: [example] });

/** The name that people call somebody or something. */
export const Name = (max: number, description: string, example: string) =>
  Text(max, `${description}, with at least one visible character and no control characters.`, {
    min: 1,
    pattern: NAME_PATTERN,
    examples: [example],
  });

export const Nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()]);

/**
 * Any JSON object. Not `Type.Record`: its pattern `^.*$` stops at a line break, so an answer would
 * lose a key that contains one.
 */
export const JsonObject = (options: { description: string; examples?: Record<string, unknown>[] }) =>
  Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true, ...options });

/** A value of a closed list, typed by its literals. */
export const OneOf = <const T extends string[]>(values: T, description: string) =>
  Type.Unsafe<T[number]>({ type: 'string', enum: values, description, examples: [values[0]] });

function withoutMin({ min: _min, ...rest }: { min?: number; examples?: string[]; pattern?: string }) {
  return rest;
}

/** The largest `custom` object, in bytes of its JSON text. */
export const CUSTOM_MAX_BYTES = 16 * 1024;
