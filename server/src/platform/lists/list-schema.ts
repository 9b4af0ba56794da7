import { Type } from '@rapport/contract/json-schema';
import {
  filterName,
  isByKey,
  type ListDefinition,
  type ListField,
  type Operator,
  operatorsOf,
} from '@rapport/contract/list-definition';
import { operatorsOfDeclared } from '@rapport/contract/records/declared-fields';
import type { TObject, TSchema } from 'typebox';
import { CURSOR_MAX_LENGTH } from './cursor.ts';
import { isAmount } from './filter-amounts.ts';
import { INCLUDED, LIMIT_DEFAULT, LIMIT_MAX, type ListQuery } from './list-query.ts';
import { LIST_TYPES } from './list-types.ts';
import { describeSort } from './sort.ts';

/**
 * The schema of a list's query parameters. Filters are described one by one with their operators,
 * and parsed by `parseListQuery`. A list whose path names the Account takes no `account_uuid`.
 */
export function listQuerySchema(definition: ListDefinition, { ofOneAccount = false, hasViews = false } = {}) {
  const { fields, searchable } = definition;
  const schema: TObject = Type.Object(
    {
      limit: limitOf('Records'),
      cursor: textOf('next_cursor of the previous page.', { maxLength: CURSOR_MAX_LENGTH }),
      sort: sortOf(definition),
      ...(searchable && {
        q: textOf(
          'Full-text search: each word must begin a word of the record, or stand inside a word of its name (three letters or more) or inside a phone number (four digits or more). Mueller also finds Müller. The order is that of `sort`.',
          { minLength: 1 },
        ),
      }),
      ...(fields.updated_at && {
        updated_since: textOf('Only records changed at or after this time.', { maxLength: 40 }),
      }),
      include: includeOf(definition),
      ...(fields.custom && {
        sum: textOf(
          'With include=amounts: the custom number or amount to add up, custom.KEY. Default: the amount of the kind.',
        ),
      }),
      ...(!ofOneAccount && {
        account_uuid: Type.Optional(
          Type.String({ format: 'uuid', description: 'Only records of this Account.' }),
        ),
      }),
      ...(hasViews && VIEW),
      ...TIME_ZONE,
      ...filterParameters(definition),
    },
    WITH_FILTERS,
  );
  return Type.Unsafe<ListQuery>(schema);
}

function textOf(description: string, rules: { minLength?: number; maxLength?: number } = {}) {
  return Type.Optional(Type.String({ maxLength: 200, ...rules, description }));
}

function sortOf({ fields, default_sort }: ListDefinition) {
  const sortable = Object.keys(fields).filter((name) => fields[name]?.sortable);
  return Type.Optional(
    Type.String({
      maxLength: 200,
      description: `The fields to sort by: ${describeSort(sortable)}. Default: ${default_sort}.`,
      examples: [default_sort],
    }),
  );
}

function includeOf({ amount, fields }: ListDefinition) {
  const hasAmounts = amount || fields.custom;
  const amounts = ' amounts: like count, and also add up the amounts of the records, or sum.';
  return Type.Optional(
    Type.Unsafe<string>({
      type: 'string',
      enum: INCLUDED.filter((one) => one !== 'amounts' || hasAmounts),
      description: `total: also count the whole list. count: count up to 10,000; 10001 means more.${hasAmounts ? amounts : ''}`,
    }),
  );
}

/**
 * The parameter that says whose days are meant. Every request may have it; the authentication takes
 * it out of the query (access/days.ts), and here it is only described.
 */
export const TIME_ZONE = {
  time_zone: Type.Optional(
    Type.String({
      maxLength: 64,
      description:
        "Whose days are meant (IANA, such as Europe/London): of today and its like, of a day without a time, and of the day of an instant. Left out: your own, else the Account's, else UTC.",
      examples: ['Europe/London'],
    }),
  ),
};

const VIEW = {
  view: Type.Optional(
    Type.String({
      format: 'uuid',
      description:
        'A saved view (GET /api/v2/views) to run. The other parameters narrow it; sort comes before its own.',
    }),
  ),
};

/** The query of a request that writes records. */
export const WritingQuery = Type.Object(TIME_ZONE, { additionalProperties: false });

/** The parameter for the number of things on a page; LIMIT_DEFAULT when missing. */
export function limitOf(things: string) {
  return Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: LIMIT_MAX,
      description: `${things} a page. Default: ${LIMIT_DEFAULT}.`,
    }),
  );
}

/**
 * The query of a list that always begins with the newest. Its cursor is the uuid of the last thing
 * on the previous page.
 */
export function newestFirstQuery(things: string) {
  return Type.Object(
    {
      limit: limitOf(things),
      cursor: Type.Optional(
        Type.String({ format: 'uuid', description: 'next_cursor of the previous page.' }),
      ),
    },
    { additionalProperties: false },
  );
}

/** Lets unknown filters through to `parseListQuery`, whose refusal names the known ones. */
export const WITH_FILTERS = { additionalProperties: false, patternProperties: { '^filter': {} } };

export function filterParameters({ fields }: Pick<ListDefinition, 'fields'>): Record<string, TSchema> {
  const equals = Object.entries(fields).map(([name, field]) => [
    `filter[${filterName(name, field)}]`,
    Type.Optional(Type.String({ maxLength: 4000, description: describeFilter(name, field) })),
  ]);
  // Common filters come first. A generated client can send only filters that are named here.
  return Object.fromEntries([...equals, ...Object.entries(fields).flatMap(operatorParameters)]);
}

function operatorParameters([name, field]: [string, ListField]): [string, TSchema][] {
  const others = describedOperators(field).filter((operator) => operator !== 'eq');
  return others.map((operator) => {
    const description = `Only records whose ${isByKey(field) ? 'custom field KEY' : name} ${OPERATOR_MEANINGS[operator]}.`;
    const choice = operator === 'is_null' ? { enum: ['true', 'false'] } : {};
    return [
      `filter[${filterName(name, field)}][${operator}]`,
      Type.Optional(Type.Unsafe<string>({ type: 'string', ...choice, description })),
    ];
  });
}

/** The operators of a field; for a custom one those of all types, of which its own has some. */
function describedOperators(field: ListField): Operator[] {
  const ofTypes = isByKey(field) ? operatorsOfDeclared().flatMap(({ operators }) => operators) : [];
  return [...new Set([...operatorsOf(field), ...ofTypes])];
}

const OPERATOR_MEANINGS: Record<Exclude<Operator, 'eq'>, string> = {
  ne: 'is another',
  in: 'is one of these, comma separated; a value with a comma in double quotes',
  lt: 'is less than this',
  lte: 'is at most this',
  gt: 'is more than this',
  gte: 'is at least this',
  contains: 'contains this',
  starts_with: 'starts with this',
  is_null: 'is missing; with false, is present',
  not_since: 'is before this, or missing',
};

const SAID_BY_TYPE = operatorsOfDeclared()
  .map(({ types, operators }) => `${types.join(', ')} with ${operators.join(', ')}`)
  .join('; ');

const AMOUNT_HINT =
  'An amount with its currency, such as 1000 USD, is compared with those of that currency alone; without one it is in the currency of the Account.';

function describeFilter(name: string, field: ListField): string {
  const operators = operatorsOf(field);
  const filter = filterName(name, field);
  const { isFolded, hint } = LIST_TYPES[field.type];
  return [
    isByKey(field)
      ? 'Only records whose custom field KEY has this value: replace KEY by its name.'
      : `Only records with this ${name}.`,
    (field.folded || isFolded) && 'Case and accents do not count.',
    field.choices && `One of ${field.choices.join(', ')}.`,
    hint,
    isAmount(field) && AMOUNT_HINT,
    field.instant && `A record with ${field.instant} is found by the day of that time.`,
    `Other operators as filter[${filter}][operator]: ${operators.join(', ')}.`,
    isByKey(field) && `Those are of a key that no custom field declares. Its type decides: ${SAID_BY_TYPE}.`,
    operators.includes('in') &&
      'in takes several values, comma separated; a value with a comma in double quotes.',
  ]
    .filter(Boolean)
    .join(' ');
}
