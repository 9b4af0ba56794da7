/**
 * What a list can be filtered and sorted by. It checks and describes the list's queries, and types
 * them in the client package. Keys are field names and column names alike.
 */
export type ListDefinition = {
  name: string;
  fields: Record<string, ListField>;
  default_sort: string;
  searchable: boolean;
  /** The field that the list adds up, and the field with its currency. */
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
    | 'links'
    /** A property of the entries of a list, such as the city of addresses. */
    | 'part'
    /** A custom field, which the filter names: `filter[custom.KEY]`. */
    | 'custom';
  choices?: readonly string[];
  nullable?: boolean;
  sortable?: boolean;
  /** Sorted as `folded` by the database: upper and lower case together, accents left out. */
  folded?: boolean;
  /** For a part: the column with the list, and the property. */
  within?: { column: string; part: string };
  /** A User, of whom the caller is `me`. */
  user?: boolean;
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
  | 'is_null';

const OPERATORS: Record<ListField['type'], Operator[]> = {
  text: ['eq', 'ne', 'in', 'lt', 'lte', 'gt', 'gte', 'contains', 'starts_with'],
  choice: ['eq', 'ne', 'in'],
  time: ['eq', 'lt', 'lte', 'gt', 'gte'],
  date: ['eq', 'ne', 'in', 'lt', 'lte', 'gt', 'gte'],
  number: ['eq', 'ne', 'in', 'lt', 'lte', 'gt', 'gte'],
  boolean: ['eq'],
  uuid: ['eq', 'ne', 'in'],
  tags: ['eq', 'ne', 'in'],
  links: ['eq', 'in'],
  part: ['eq', 'in', 'contains'],
  custom: ['eq', 'in', 'contains'],
};

/** The operators allowed in `filter[name][operator]` for this field. */
export function operatorsOf(field: ListField): Operator[] {
  return field.nullable ? [...OPERATORS[field.type], 'is_null'] : OPERATORS[field.type];
}

/** The field's name in `filter[…]`, as documents write it. */
export function filterName(name: string, { type }: ListField): string {
  return type === 'custom' ? `${name}.KEY` : name;
}
