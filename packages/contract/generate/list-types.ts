import { isByKey, type ListDefinition, type ListField, operatorsOf } from '../src/list-definition.ts';
import { RECORDS } from '../src/records/all.ts';
import type { RecordDefinition } from '../src/records/define-record.ts';
import { choiceText } from './type-text.ts';

type NamedField = [name: string, field: ListField];

const LISTS = (RECORDS as readonly RecordDefinition[]).map(({ list }) => list);
const DELETED_LISTS = (RECORDS as readonly RecordDefinition[]).map(({ deleted_list }) => deleted_list);

/**
 * Returns the type of a list's query: the operators of each field, the fields to sort by, and the
 * parameters that only some lists take.
 */
export function listDeclaration(name: string, { fields, searchable }: ListDefinition): string {
  const named = Object.entries(fields);
  const parameters = [...(searchable ? ['q'] : []), ...('updated_at' in fields ? ['updated_since'] : [])];
  return declared(name, queries(filterText(named), choiceText(sortable(named)), choiceText(parameters)));
}

/** The same for the lists of a kind, by the types that those of all kinds share. */
export function recordListDeclarations({ title, list, deleted_list }: RecordDefinition): string[] {
  const own = Object.entries(list.fields).filter((field) => !isCommon(field));
  const search = choiceText(list.searchable ? ['q'] : []);
  const ofDeleted = choiceText(deleted_list.searchable ? ['q'] : []);
  return [
    declared(`${title}List`, `RecordList<${filterText(own)}, ${choiceText(sortable(own))}, ${search}>`),
    declared(`Deleted${title}List`, `DeletedList<${ofDeleted}>`),
  ];
}

/** The types that the lists of all kinds share, of records and of deleted ones. */
export function sharedLists(): string[] {
  const common = Object.entries(LISTS[0]!.fields).filter(isCommon);
  const deleted = Object.entries(DELETED_LISTS[0]!.fields);
  const sort = ['Sort', choiceText(sortable(common))].join(' | ');
  const list = queries(`Filter & ${filterText(common)}`, sort, "Parameters | 'updated_since'");
  const ofDeleted = queries(filterText(deleted), choiceText(sortable(deleted)), 'Parameters');
  return [
    declared('RecordList<Filter, Sort, Parameters>', list),
    declared('DeletedList<Parameters>', ofDeleted),
  ];
}

function declared(name: string, type: string): string {
  return `/** The possible queries of this list, for \`ListQuery\`. */\nexport type ${name} = ${type};\n`;
}

/** Whether the lists of all kinds have the field, with the same operators and order. */
function isCommon([name, field]: NamedField): boolean {
  return LISTS.every(({ fields: { [name]: other } }) => {
    const isSame = other && operatorsName(other) === operatorsName(field);
    return isSame && other.sortable === field.sortable;
  });
}

function queries(filter: string, sort: string, parameters: string): string {
  return `{\nfilter: ${filter};\nsort: ${sort};\nparameters: ${parameters};\n}`;
}

function filterText(fields: NamedField[]): string {
  return `{\n${fields.map(([name, field]) => `${keyOf(name, field)}: ${operatorsName(field)};\n`).join('')}}`;
}

function sortable(fields: NamedField[]): string[] {
  return fields.filter(([, { sortable }]) => sortable).map(([name]) => name);
}

/** Returns the operators of all fields of one type, under one name, for all lists. */
export function operatorTypes(others: ListDefinition[]): string[] {
  const fields = [...LISTS, ...DELETED_LISTS, ...others].flatMap((list) => Object.values(list.fields));
  const types = new Map(fields.map((field) => [operatorsName(field), operatorsOf(field)]));
  // The type of a custom field decides, and an Account declares it.
  types.set('CustomOrNull', [...new Set([...types.values()].flat())]);
  return [...types]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, operators]) => `type ${name} = ${choiceText(operators)};\n`);
}

function operatorsName({ type, nullable }: ListField): string {
  return `${type.charAt(0).toUpperCase()}${type.slice(1)}${nullable ? 'OrNull' : ''}`;
}

/** Callers choose the names of custom fields, so the type allows any name. */
function keyOf(field: string, definition: ListField): string {
  return isByKey(definition) ? `[field: \`${field}.\${string}\`]` : field;
}
