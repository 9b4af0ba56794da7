type Value = string | number | boolean | Date;

/** The conditions on one field, by operator. */
type Conditions = {
  eq?: Value;
  ne?: Value;
  in?: readonly Value[];
  lt?: Value;
  lte?: Value;
  gt?: Value;
  gte?: Value;
  contains?: string;
  starts_with?: string;
  is_null?: boolean;
  /** Before this, or never. */
  not_since?: Value;
};

/** A condition on a field. A value alone means `eq`. */
export type Filter<Operator extends keyof Conditions> = Value | Pick<Conditions, Operator>;

/** The possible queries of a list, such as `ClientList` in `@rapport/client/resources`. */
export type ListShape = {
  /** The operators of each field. */
  filter: object;
  sort: string;
  parameters: string;
};

/** Parameters that only some lists take. */
type Parameters = {
  /** Full-text search. */
  q?: string;
  /** Only records changed at or after this time. */
  updated_since?: string | Date;
};

/** A query of a list, such as `ListQuery<ClientList>`. */
export type ListQuery<Shape extends ListShape> = {
  filter?: { [Field in keyof Shape['filter']]?: Filter<Shape['filter'][Field] & keyof Conditions> };
  /** The fields to sort by. A `-` before a field sorts it in descending order. */
  sort?: Sort<Shape['sort']> | Sort<Shape['sort']>[];
  /** Only records of this Account. */
  account_uuid?: string;
  /**
   * Also counts the whole list: exactly with `total`, up to 10,001 with `count`. `amounts` counts
   * like `count` and also adds up the amounts of the records.
   */
  include?: 'total' | 'count' | 'amounts';
  /** With `amounts`: the custom number or amount to add up, `custom.KEY`. */
  sum?: `custom.${string}`;
  /** The number of records in a page, at most 200; 50 when left out. */
  limit?: number;
  /** The `next_cursor` of an earlier page, to begin behind that page. */
  cursor?: string;
  /**
   * Whose days `today` and bare days are, such as `Europe/London`. Your own when left out, else
   * those of the Account, else those of UTC.
   */
  time_zone?: string;
  /** The uuid of a saved view to run. The other parameters narrow it. Only for lists of records. */
  view?: string;
} & Pick<Parameters, Shape['parameters'] & keyof Parameters>;

/** The query of a list whose path names the Account. */
export type AccountListQuery<Shape extends ListShape> = Omit<ListQuery<Shape>, 'account_uuid'>;

/** Custom fields are sorted by their keys. */
type Sort<Field extends string> = Field | `-${Field}` | `custom.${string}` | `-custom.${string}`;

/** The query of any list, after the compiler has checked its type. */
export type AnyListQuery = Parameters & {
  filter?: Record<string, Value | Conditions | undefined>;
  sort?: string | string[];
  account_uuid?: string;
  include?: 'total' | 'count' | 'amounts';
  sum?: string;
  limit?: number;
  cursor?: string;
  time_zone?: string;
  view?: string;
  /** Only for notifications. */
  unread?: boolean;
  /** Only for files. */
  record_uuid?: string;
  deleted?: boolean;
  /** Only for the events of a record. */
  related?: boolean;
  /** Only for custom fields. */
  resource?: string;
  /** Only for the feed, which has no cursor. */
  after?: string;
};

/** Returns the parameters of a list: `filter[status]=active&sort=-updated_at,name`. */
export function listParameters(query: AnyListQuery): URLSearchParams {
  const { filter = {}, sort, updated_since, cursor: _, ...rest } = query;
  const parameters = parametersOf({
    ...rest,
    sort: Array.isArray(sort) ? sort.join(',') : sort,
    updated_since: updated_since === undefined ? undefined : textOf(updated_since),
  });
  for (const [field, condition] of Object.entries(filter)) {
    for (const [suffix, value] of conditionsOf(condition))
      parameters.append(`filter[${field}]${suffix}`, value);
  }
  return parameters;
}

/** Returns the parameters that are not undefined. */
export function parametersOf(values: Record<string, Value | undefined>): URLSearchParams {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  return new URLSearchParams(given.map(([name, value]) => [name, textOf(value as Value)]));
}

function conditionsOf(condition: Value | Conditions | undefined): [string, string][] {
  if (condition === undefined) return [];
  if (typeof condition !== 'object' || condition instanceof Date) return [['', textOf(condition)]];
  const operators = Object.entries(condition).filter(([, value]) => value !== undefined);
  return operators.map(([operator, value]) => {
    const text = Array.isArray(value)
      ? value.map((one) => quoted(textOf(one))).join(',')
      : textOf(value as Value);
    return [`[${operator}]`, text];
  });
}

/** Quotes a value that contains a comma, because a comma separates values. */
function quoted(text: string): string {
  return /^"|,/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function textOf(value: Value): string {
  return value instanceof Date ? value.toISOString() : String(value);
}
