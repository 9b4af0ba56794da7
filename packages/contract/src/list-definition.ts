/**
 * The fields that a list can be filtered and sorted by. The definition checks and describes the
 * list's queries, and types them in the client package. A key is the name of both the field and its
 * column.
 */
export type ListDefinition = {
  name: string;
  fields: Record<string, ListField>;
  default_sort: string;
  searchable: boolean;
  /** The field that the list adds up, and the field that holds its currency. */
  amount?: { field: string; currency: string | null };
};

export type ListField = {
  type:
    | 'text'
    | 'choice'
    | 'time'
    | 'date'
    | 'number'
    | 'boolean'
    | 'uuid'
    | 'tags'
    | 'money'
    | 'choices'
    | 'links'
    /** A property of the entries of a list, such as the city of addresses. */
    | 'part'
    /** A custom field. The filter names its key: `filter[custom.KEY]`. */
    | 'custom';
  choices?: readonly string[];
  nullable?: boolean;
  sortable?: boolean;
  /** Few records have the same value, so the order needs no time of creation. */
  distinct?: boolean;
  /** The list compares by the SQL function `folded`, which ignores case and accents. */
  folded?: boolean;
  /** The name of a domain: a filter for `https://www.example.com` finds `example.com`. */
  domain?: boolean;
  /** For `part`: the column that holds the list, and the property of its entries. */
  within?: { column: string; part: string; isPhone?: boolean };
  /** For a date: the field with the time of the day, where there is one. That decides the day. */
  instant?: string;
  /** For a field that Accounts declared: its uuid in each of them. */
  declared?: Record<string, string>;
  /** For a field that Accounts declared: its name for people. */
  label?: string;
  /** The label of a field that its Accounts have archived. A saved view leaves it out. */
  archived?: string;
  /** The field refers to a User. The value `me` stands for the caller. */
  user?: boolean;
  /** The field refers to a part of another record, such as a stage, of which there are few. */
  held?: boolean;
};

export type Operator =
  | 'eq'
  | 'ne'
  | 'in'
  | 'lt'
  | 'lte'
  | 'gt'
  | 'gte'
  | 'contains'
  | 'starts_with'
  | 'is_null'
  /** Before this, or never: for what has been left alone. */
  | 'not_since';

const OPERATORS: Record<ListField['type'], Operator[]> = {
  text: ['eq', 'ne', 'in', 'lt', 'lte', 'gt', 'gte', 'contains', 'starts_with'],
  choice: ['eq', 'ne', 'in'],
  time: ['eq', 'lt', 'lte', 'gt', 'gte'],
  date: ['eq', 'ne', 'in', 'lt', 'lte', 'gt', 'gte'],
  number: ['eq', 'ne', 'in', 'lt', 'lte', 'gt', 'gte'],
  boolean: ['eq'],
  uuid: ['eq', 'ne', 'in'],
  tags: ['eq', 'ne', 'in'],
  money: ['eq', 'ne', 'in', 'lt', 'lte', 'gt', 'gte'],
  choices: ['eq', 'ne', 'in'],
  links: ['eq', 'in'],
  part: ['eq', 'in', 'contains'],
  custom: ['eq', 'in', 'contains'],
};

/** Beside `is_null`, where there may be no value. */
const OF_NOTHING: Partial<Record<ListField['type'], Operator[]>> = { time: ['not_since'] };

/** The operators allowed in `filter[name][operator]` for this field. */
export function operatorsOf(field: ListField): Operator[] {
  if (!field.nullable) return OPERATORS[field.type];
  return [...OPERATORS[field.type], 'is_null', ...(OF_NOTHING[field.type] ?? [])];
}

/**
 * True if a table can be grouped by the field: a record has one of a few known values, several of
 * them, or none.
 */
export function isGroupable({ type, user, held }: ListField): boolean {
  return GROUPED.includes(type) || user === true || held === true;
}

const GROUPED: ListField['type'][] = ['choice', 'choices', 'boolean'];

/** The field's name in `filter[…]`, as documents write it. */
export function filterName(name: string, { type }: ListField): string {
  return type === 'custom' ? `${name}.KEY` : name;
}
