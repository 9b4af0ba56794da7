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
  /**
   * The list is in the order of the numbers within the texts, D2 before D10; a column NAME_order
   * has it.
   */
  numbered?: boolean;
  /** The name of a domain: a filter for `https://www.example.com` finds `example.com`. */
  domain?: boolean;
  /** For `part`: the column that holds the list, and the property of its entries. */
  within?: { column: string; part: string; isPhone?: boolean };
  /** For an amount: the column with its currency. */
  currency?: string;
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

const EQUAL: Operator[] = ['eq', 'ne', 'in'];
const COMPARED: Operator[] = [...EQUAL, 'lt', 'lte', 'gt', 'gte'];

/** What callers of a list need to know of a type; how SQL compares it, the server says itself. */
type ListType = {
  operators: Operator[];
  /** Further ones beside `is_null`, where there may be no value. */
  of_nothing?: Operator[];
  /** A record has one of a few known values, or several of them. */
  isGrouped?: true;
  /** A filter names a key inside the field: `filter[custom.KEY]`. */
  isByKey?: true;
};

const TYPES: Record<ListField['type'], ListType> = {
  text: { operators: [...COMPARED, 'contains', 'starts_with'] },
  choice: { operators: EQUAL, isGrouped: true },
  time: { operators: ['eq', 'lt', 'lte', 'gt', 'gte'], of_nothing: ['not_since'] },
  date: { operators: COMPARED },
  number: { operators: COMPARED },
  boolean: { operators: ['eq'], isGrouped: true },
  uuid: { operators: EQUAL },
  tags: { operators: [...EQUAL, 'is_null'] },
  money: { operators: COMPARED },
  choices: { operators: EQUAL, isGrouped: true },
  links: { operators: ['eq', 'in'] },
  part: { operators: ['eq', 'in', 'contains'] },
  custom: { operators: ['eq', 'in', 'contains'], isByKey: true },
};

/** The operators allowed in `filter[name][operator]` for this field. */
export function operatorsOf({ type, nullable }: ListField): Operator[] {
  const { operators, of_nothing = [] } = TYPES[type];
  return nullable ? [...operators, 'is_null', ...of_nothing] : operators;
}

/**
 * True if a table can be grouped by the field: a record has one of a few known values, several of
 * them, or none.
 */
export function isGroupable({ type, user, held }: ListField): boolean {
  return TYPES[type].isGrouped === true || user === true || held === true;
}

/** True if a filter names a key inside the field. */
export function isByKey({ type }: ListField): boolean {
  return TYPES[type].isByKey === true;
}

/** The field's name in `filter[…]`, as documents write it. */
export function filterName(name: string, field: ListField): string {
  return isByKey(field) ? `${name}.KEY` : name;
}
