import type { TString, TUnion, TUnsafe } from 'typebox';
import { Nullable, OneOf, Text, Timestamp, Uuid } from '../fields.ts';
import { Type } from '../json-schema.ts';
import {
  type CallerField,
  type Csv,
  csvOf,
  type Listed,
  listed,
  type RecordField,
  sameInput,
  type TextFormat,
} from './record-field.ts';

/**
 * A text of one line, or of Markdown with `lines`. An empty text is null, unless the field is
 * `required`.
 */
export function text<const Required extends boolean = false>(
  about: string,
  options: {
    max: number;
    min?: number;
    required?: Required;
    pattern?: string;
    example?: string;
    lines?: boolean;
    format?: TextFormat;
    identifies?: boolean;
    keep_space?: boolean;
    missing?: string;
    exact?: boolean;
  } & Listed &
    Csv,
): CallerField<Required extends true ? TString : TUnion<[TString, ReturnType<typeof Type.Null>]>> {
  const { max, min, required, pattern, example, format = options.lines ? 'markdown' : undefined } = options;
  const schema = Text(max, about, {
    ...(min !== undefined && { min }),
    ...(pattern !== undefined && { pattern }),
    ...(example !== undefined && { examples: [example] }),
  });
  const own = required ? schema : Nullable(schema);
  return {
    ...sameInput(own as never),
    ...listed(options),
    type: 'text',
    nullable: !required,
    empty: required ? '' : null,
    keep_space: options.keep_space ?? options.lines ?? false,
    ...(options.exact && { exact: true }),
    ...(format && { format }),
    ...(options.identifies && { identifies: true }),
    ...(options.missing !== undefined && { missing: options.missing }),
    ...csvOf(options.csv),
  };
}

/** The code of a currency, by ISO 4217. */
export function currency(options: { example: string } & Listed): CallerField<NullableText> {
  return text('Currency code (ISO 4217).', {
    max: 3,
    min: 3,
    pattern: '^[A-Z]{3}$',
    format: 'currency',
    csv: ['currency code'],
    ...options,
  });
}

/** The tag of a language, by BCP 47. */
export function language(options: { example: string } & Listed): CallerField<NullableText> {
  return text('Language tag (BCP 47).', {
    max: 35,
    pattern: '^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$',
    format: 'language',
    csv: ['locale'],
    ...options,
  });
}

type NullableText = TUnion<[TString, ReturnType<typeof Type.Null>]>;

/** A value of a closed list. The first value is the default, unless `empty` names another. */
export function choice<const Values extends readonly string[]>(
  about: string,
  values: Values,
  options: Listed & Csv & { empty?: Values[number] } = {},
): CallerField<TUnsafe<Values[number]>> {
  return {
    ...sameInput(OneOf([...values] as string[], about) as unknown as TUnsafe<Values[number]>),
    ...listed(options),
    type: 'choice',
    choices: values,
    nullable: false,
    empty: options.empty ?? values[0],
    ...csvOf(options.csv),
  };
}

/** The uuid of a User, or of a record of another kind. */
export function reference(
  to: string,
  about: string,
  options: Listed & Csv & { example?: Parameters<typeof Uuid>[1]; held?: boolean; hangs_on?: true } = {},
): CallerField<TUnion<[TString, ReturnType<typeof Type.Null>]>> {
  return {
    ...sameInput(Nullable(Uuid(about, options.example))),
    ...listed(options),
    type: 'uuid',
    nullable: true,
    empty: null,
    to,
    held: options.held ?? false,
    ...(options.hangs_on && { hangs_on: true }),
    ...csvOf(options.csv),
  };
}

/** Yes or no. `empty` is the value in a new record, false when left out. */
export function boolean(
  about: string,
  options: Listed & Csv & { empty?: boolean } = {},
): CallerField<ReturnType<typeof Type.Boolean>> {
  return {
    ...sameInput(Type.Boolean({ description: about })),
    ...listed(options),
    type: 'boolean',
    nullable: false,
    empty: options.empty ?? false,
    ...csvOf(options.csv),
  };
}

export function integer(
  about: string,
  options: Listed & Csv & { minimum: number; maximum: number; example?: number; percent?: true },
): CallerField<TUnion<[ReturnType<typeof Type.Integer>, ReturnType<typeof Type.Null>]>> {
  const { minimum, maximum, example, percent } = options;
  const schema = Type.Integer({
    minimum,
    maximum,
    description: about,
    ...(example !== undefined && { examples: [example] }),
  });
  return {
    ...sameInput(Nullable(schema)),
    ...listed(options),
    type: 'number',
    ...(percent && { percent }),
    nullable: true,
    empty: null,
    ...csvOf(options.csv),
  };
}

/**
 * An amount. Answers hold it as text with the decimals of its currency, without one with two, so
 * that no digit is lost. Callers may also send a number. `currency` names the field with its
 * currency; with `sum_of` lists add it up.
 */
export function decimal(
  about: string,
  options: Listed & Csv & { example: string; currency?: string; sum_of?: boolean },
): CallerField<
  TUnion<[TString, ReturnType<typeof Type.Null>]>,
  TUnion<[TString, ReturnType<typeof Type.Number>, ReturnType<typeof Type.Null>]>
> {
  const described = { description: about, examples: [options.example] };
  return {
    schema: Nullable(Type.String(described)),
    input: Type.Union([Type.String({ maxLength: 40, ...described }), Type.Number(), Type.Null()]),
    by: 'caller',
    ...listed(options),
    type: 'number',
    decimals: 2,
    ...(options.currency && { currency: options.currency }),
    ...(options.sum_of && { sum_of: true }),
    nullable: true,
    empty: null,
    ...csvOf(options.csv),
  };
}

/** A day of the calendar, `2026-11-22`. The field `instant` has its time, if there is one. */
export function date(
  about: string,
  options: Listed & Csv & Pick<RecordField, 'instant' | 'due_until'> = {},
): CallerField<TUnion<[TString, ReturnType<typeof Type.Null>]>> {
  const schema = Type.String({ format: 'date', description: about, examples: ['2026-12-01'] });
  return {
    ...sameInput(Nullable(schema)),
    ...listed(options),
    ...(options.instant !== undefined && { instant: options.instant }),
    ...(options.due_until !== undefined && { due_until: options.due_until }),
    type: 'date',
    nullable: true,
    empty: null,
    ...csvOf(options.csv),
  };
}

/** A time that a caller writes. */
export function time(
  about: string,
  options: Listed & Csv = {},
): CallerField<TUnion<[TString, ReturnType<typeof Type.Null>]>> {
  return {
    ...sameInput(Nullable(Timestamp(about))),
    ...listed(options),
    type: 'time',
    nullable: true,
    empty: null,
    ...csvOf(options.csv),
  };
}
