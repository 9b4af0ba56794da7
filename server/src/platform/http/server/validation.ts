import { isCurrency } from '@rapport/contract/currencies';
import { isTimeZone } from '@rapport/contract/days';
import type { FieldError, FieldErrorCode } from '@rapport/contract/problems';
import type { Ajv, AnySchemaObject, ErrorObject, ValidateFunction } from 'ajv';
import type { FastifyRequest, FastifySchemaCompiler } from 'fastify';
import type { TSchema } from 'typebox';
import { isUuid } from '../../ids.ts';
import { ERRORS_MAX, fieldsInvalid, Problem } from '../../problem.ts';
import { loadLater } from '../../process/load-later.ts';
import { mostSimilar } from '../../similar.ts';
import { isDateOrTime, isDateTime, isDay } from '../../time/times.ts';
import { cleanerOf } from './cleaned.ts';

const library = loadLater<typeof import('ajv')>('ajv');
// ajv-formats is CommonJS, and its types do not show where the function is.
const formats = loadLater<(ajv: Ajv) => void>('ajv-formats');

let ajv: Ajv | undefined;

/** By the text of the schema: many routes, and services of one process, have equal ones. */
const compiled = new Map<string, ValidateFunction>();

export const validatorCompiler: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  let validate: ValidateFunction | undefined;
  const clean = httpPart === 'body' ? cleanerOf(schema) : null;
  const read = (given: Record<string, string>) => {
    if (clean) return clean(given);
    if (httpPart === 'params') return inLowerCase(given);
    return httpPart === 'querystring' ? readTexts(given, schema) : given;
  };
  return (given) => {
    const value = read(given);
    // Compiled on first use, so that a start does not wait for the schemas of all routes.
    validate ??= compile(schema);
    return validate(value) ? { value } : { error: validate.errors as unknown as Error };
  };
};

function compile(schema: TSchema): ValidateFunction {
  const text = JSON.stringify(schema);
  ajv ??= makeAjv();
  const validate = compiled.get(text) ?? ajv.compile(schema);
  compiled.set(text, validate);
  return validate;
}

/**
 * Turns Fastify's report of a failed schema into a Problem: 422 for a body, 400 for a query or a
 * header, 404 for a path.
 */
export function validationProblem(
  request: FastifyRequest,
  errors: ErrorObject[],
  part: string | undefined,
): Problem {
  if (part === 'params') {
    const path = request.url.split('?')[0]!;
    if (path.endsWith('/')) return slashAtEnd(path);
    return new Problem(
      'not_found',
      'There is no such record: the identifier in the path is not a UUID. Check the address.',
    );
  }
  if (part === 'body' && request.body === undefined) {
    return new Problem(
      'json_invalid',
      'The body is empty. Send a JSON object with Content-Type: application/json.',
    );
  }
  const fieldErrors = toFieldErrors(errors, part === 'body');
  if (part === 'body') return fieldsInvalid(...fieldErrors);
  const code = part === 'headers' ? 'header_invalid' : 'query_invalid';
  return new Problem(code, fieldErrors.map((error) => error.detail).join(' '), {
    errors: fieldErrors,
  });
}

export function slashAtEnd(path: string): Problem {
  return new Problem('not_found', `There is nothing at ${path}. Leave out the slash at its end.`);
}

/**
 * Lower-cases the UUIDs of a path. They may be written in upper case (RFC 9562 §4), but ours are in
 * lower case and compared as text.
 */
function inLowerCase(params: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(params).map(([name, text]) => [name, text.toLowerCase()]));
}

/** Converts the texts of a query: a whole number or a boolean where the schema wants one. */
function readTexts(query: Record<string, string>, schema: TSchema): Record<string, unknown> {
  const { properties = {} } = schema as { properties?: Record<string, { type?: string }> };
  return Object.fromEntries(
    Object.entries(query).map(([name, text]) => [name, readText(text, properties[name]?.type)]),
  );
}

/** Stricter than JavaScript, which also reads 1e1 and " 1" (a +1 in an address) as numbers. */
function readText(text: string, type: string | undefined): unknown {
  if (type === 'integer' && /^-?\d+$/.test(text)) return Number(text);
  if (type === 'boolean' && /^(true|false)$/.test(text)) return text === 'true';
  return text;
}

/**
 * Returns one error for each field. Of a choice such as "text or null", the first branch gives the
 * clearest error.
 */
export function toFieldErrors(errors: ErrorObject[], pointers: boolean): FieldError[] {
  const byPointer = new Map<string, FieldError>();
  for (const error of errors) {
    if (error.keyword === 'anyOf' || (error.keyword === 'type' && error.params.type === 'null')) continue;
    const path = error.instancePath + namedProperty(error);
    const pointer = pointers ? path : path.slice(1);
    if (byPointer.has(pointer)) continue;
    byPointer.set(pointer, describe(error, pointer));
    if (byPointer.size === ERRORS_MAX) break;
  }
  return [...byPointer.values()];
}

function makeAjv(): Ajv {
  const { Ajv } = library();
  const ajv = new Ajv({
    allErrors: true,
    // The texts of errors quote the schema of the field.
    verbose: true,
    useDefaults: false,
    removeAdditional: false,
    strict: false,
  });
  formats()(ajv);
  // The standard format also accepts `urn:uuid:…`, which PostgreSQL does not.
  ajv.addFormat('uuid', isUuid);
  // The standard format also accepts days of the year 0000, which PostgreSQL does not have.
  ajv.addFormat('date', isDay);
  // The standard format also accepts times that JavaScript cannot read: a leap second, an offset of
  // hours only.
  ajv.addFormat('date-time', isDateTime);
  ajv.addFormat('date-or-time', isDateOrTime);
  ajv.addFormat('time-zone', isTimeZone);
  ajv.addFormat('currency-code', isCurrency);
  // A text over `maxLength` is refused for its length alone. So nobody can make us match a
  // megabyte.
  ajv.removeKeyword('pattern');
  ajv.addKeyword({ keyword: 'pattern', type: 'string', compile: matcherOf });
  return ajv;
}

/**
 * Checks `pattern` as Ajv does, but passes over a text that `maxLength` refuses anyway. `maxLength`
 * counts characters and `length` UTF-16 units; a character has at most two, hence the double.
 */
function matcherOf(pattern: string, { maxLength = Number.POSITIVE_INFINITY }: AnySchemaObject) {
  const regExp = new RegExp(pattern, 'u');
  return (text: string) => text.length > 2 * maxLength || regExp.test(text);
}

/**
 * The name of a missing or unknown property. Ajv reports such a fault at the object; we report it
 * at the property.
 */
function namedProperty(error: ErrorObject): string {
  const name = error.params.missingProperty ?? error.params.additionalProperty ?? error.params.propertyName;
  return name === undefined ? '' : `/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/**
 * Describes the expected form by the field's example or description: few people read regular
 * expressions.
 */
function looksLike({ examples, description = '', pattern }: Described): string {
  return examples
    ? `must look like ${examples[0]}: ${description.replace(/\.$/, '')}`
    : `must match ${pattern}`;
}

type Described = { examples?: string[]; description?: string; pattern: string };

function describe(error: ErrorObject, pointer: string): FieldError {
  const { params, keyword } = error;
  const inQuery = pointer !== '' && !pointer.startsWith('/');
  // "or null" only when the value itself may be null, not when it is an entry of a list that may be
  // null.
  const orNull = /\/anyOf\/\d+\/[^/]+$/.test(error.schemaPath) ? ' or null' : '';
  const at = pointer === '' ? 'The body' : pointer;
  const say = (code: FieldErrorCode, text: string) => ({ pointer, code, detail: `${at} ${text}.` });
  switch (keyword) {
    case 'required':
      return say('required', 'is missing');
    case 'additionalProperties':
      return say(
        'unknown_field',
        inQuery
          ? unknownParameter(params.additionalProperty, error.parentSchema!.properties)
          : `is not a field of this request; ${advice(params.additionalProperty, error.parentSchema!.properties)}`,
      );
    case 'type':
      // All values of a query are texts, but a repeated parameter becomes a list.
      if (inQuery && Array.isArray(error.data)) return say('wrong_type', sayOnce(pointer));
      if (inQuery && params.type === 'object')
        return say('wrong_type', `needs a name in brackets, as in ${pointer}[name]=value`);
      if (inQuery && params.type === 'boolean') return say('wrong_type', 'must be true or false');
      return say('wrong_type', `must be ${article(String(params.type))}${orNull}`);
    case 'format':
      return say(
        'wrong_format',
        `must be ${FORMATS[String(params.format)] ?? `a ${params.format}`}${orNull}`,
      );
    case 'pattern':
      return say('wrong_format', looksLike(error.parentSchema as Described));
    case 'minLength':
      return say(
        'too_short',
        params.limit === 1 ? 'must not be empty' : `must have at least ${params.limit} characters`,
      );
    case 'maxLength':
      return say('too_long', `must have at most ${params.limit} characters`);
    case 'minimum':
      return say('too_small', `must be at least ${params.limit}`);
    case 'maximum':
      return say('too_large', `must be at most ${params.limit}`);
    case 'minItems':
      return say(
        'too_few_items',
        `must have at least ${params.limit} ${params.limit === 1 ? 'entry' : 'entries'}`,
      );
    case 'maxItems':
      return say('too_many_items', `must have at most ${params.limit} entries`);
    case 'minProperties':
      return say('too_few_items', 'must name at least one field to change');
    case 'uniqueItems':
      return say('not_unique', 'must not have an entry twice');
    case 'enum':
      return say('not_in_list', `must be one of ${(params.allowedValues as string[]).join(', ')}${orNull}`);
    default:
      return say('wrong_value', error.message ?? 'is not valid');
  }
}

/**
 * Names the parameters that exist, or the right spelling. Other APIs take fields as parameters, or
 * have a cursor where our feed has `after`.
 */
function advice(name: string, known: object = {}): string {
  const meant = mostSimilar(name, Object.keys(known));
  return meant === null ? 'check its spelling or leave it out' : `perhaps ${meant} is meant`;
}

function unknownParameter(name: string, known: object = {}): string {
  const filter = `filter[${name}]`;
  if (filter in known) return `is not a parameter of this request; write the filter as ${filter}`;
  const names = new Set(Object.keys(known).map((parameter) => parameter.replace(/\[.*/, '[…]')));
  return `is not a parameter of this request, which takes ${[...names].join(', ') || 'none'}`;
}

function sayOnce(parameter: string): string {
  const once = 'is sent more than once; send it once';
  return parameter.startsWith('filter[')
    ? `${once}. Several values go into [in], comma separated, and one with a comma in double quotes`
    : once;
}

const FORMATS: Record<string, string> = {
  date: 'a day of the calendar such as 2026-11-20',
  uuid: 'a UUID such as 01a0c5d2-6b1e-7c3a-9f42-5d1c8e0b7a64',
  'date-time': 'a time such as 2026-11-20T09:20:00.000+00:00',
  'currency-code': 'a currency of ISO 4217, such as EUR',
  'time-zone': 'a time zone of the IANA list, such as Europe/London',
  'date-or-time': 'a date or a time with offset, such as 2026-11-20T09:20:00Z',
};

function article(type: string): string {
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
}
