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
};

/** A value alone means equal. */
export type Filter<Operator extends keyof Conditions> = Value | Pick<Conditions, Operator>;

/** What a list can be asked for: `ClientList` and its like, in `@rapport/client/resources`. */
export type ListShape = {
  /** The operators of each field. */
  filter: object;
  sort: string;
  parameters: string;
};

/** Where the list has them. */
type Parameters = {
  /** Full-text search. */
  q?: string;
  /** Only records changed at or after this time. */
  updated_since?: string | Date;
};

/** A query of a list, such as `ListQuery<ClientList>`. */
export type ListQuery<Shape extends ListShape> = {
  filter?: { [Field in keyof Shape['filter']]?: Filter<Shape['filter'][Field] & keyof Conditions> };
  /** Fields to sort by, with `-` before those that go downwards. */
  sort?: Sort<Shape['sort']> | Sort<Shape['sort']>[];
  /** Only records of this Account. */
  account_uuid?: string;
  /**
   * Also count the whole list: exactly, or up to 10,001. `amounts` counts like `count` and adds up
   * what the records are worth; for lists of records with an amount.
   */
  include?: 'total' | 'count' | 'amounts';
  /** Records a page, at most 200; 50 when left out. */
  limit?: number;
  /** Begin here: the `next_cursor` of a page read before. */
  cursor?: string;
} & Pick<Parameters, Shape['parameters'] & keyof Parameters>;

/** For a list whose path names the Account. */
export type AccountListQuery<Shape extends ListShape> = Omit<ListQuery<Shape>, 'account_uuid'>;

type Sort<Field extends string> = Field | `-${Field}`;

/** The query of any list, once its type has been checked. */
export type AnyListQuery = Parameters & {
  filter?: Record<string, Value | Conditions | undefined>;
  sort?: string | string[];
  account_uuid?: string;
  include?: 'total' | 'count' | 'amounts';
  limit?: number;
  cursor?: string;
  /** For a history. */
  related?: boolean;
  /** For the feed, in place of a cursor. */
  after?: string;
};

/** The parameters of a list: `filter[status]=active&sort=-updated_at,name`. */
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

/** Parameters without those that are undefined. */
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

/** A comma in a value would end it. */
function quoted(text: string): string {
  return /^"|,/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function textOf(value: Value): string {
  return value instanceof Date ? value.toISOString() : String(value);
}
