type Value = string | number | boolean | Date;

/** The conditions on one field; a value alone means equal. Which operators a field has is in the API reference. */
export type Filter =
  | Value
  | {
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

/** What lists of `Record` can be asked for. */
export type ListQuery<Record> = {
  filter?: { [Field in keyof Record]?: Filter };
  /** Fields to sort by, with `-` before those that go downwards. */
  sort?: Sort<keyof Record & string> | Sort<keyof Record & string>[];
  /** Full-text search, where the list has it. */
  q?: string;
  /** Only records changed at or after this time. */
  updated_since?: string | Date;
  /** Only records of this Account. */
  account_uuid?: string;
  /** Also count the whole list. */
  include?: 'total';
  /** Records a page, at most 200; 50 when left out. */
  limit?: number;
  /** Begin here: the `next_cursor` of a page read before. */
  cursor?: string;
};

type Sort<Field extends string> = Field | `-${Field}`;

/** The parameters of a list: `filter[status]=active&sort=-updated_at,name`. */
export function listParameters<Record>(query: ListQuery<Record>): URLSearchParams {
  const { filter = {}, sort, updated_since, cursor: _, ...rest } = query;
  const parameters = parametersOf({
    ...rest,
    sort: Array.isArray(sort) ? sort.join(',') : sort,
    updated_since: updated_since === undefined ? undefined : textOf(updated_since),
  });
  for (const [field, condition] of Object.entries(filter) as [string, Filter | undefined][]) {
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

function conditionsOf(condition: Filter | undefined): [string, string][] {
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
