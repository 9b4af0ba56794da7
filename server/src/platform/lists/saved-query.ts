import type { ListDefinition } from '@rapport/contract/list-definition';
import type { FieldError } from '@rapport/contract/problems';
import { isDecodable } from '../http/server/odd-requests.ts';
import type { Condition } from './condition.ts';
import type { SortKey } from './cursor.ts';
import { readConditions, readSearch, readSince } from './filters.ts';
import type { Moment } from './moment.ts';
import { parseSort } from './sort.ts';

/**
 * The part of a list request that was saved earlier. `faults` is what the list does not take, such
 * as a field that is gone by now; the rest holds without it.
 */
export type SavedQuery = {
  conditions: Condition[];
  sort: SortKey[] | null;
  q: string | null;
  faults: FieldError[];
};

/**
 * Reads a saved query such as `filter[status]=open&sort=-amount`. It takes what an address takes: a
 * broken escape would be read as a text that nobody wrote.
 */
export function readSavedQuery(definition: ListDefinition, text: string, moment: Moment): SavedQuery {
  const saved: SavedQuery = { conditions: [], sort: null, q: null, faults: [] };
  if (!isDecodable(text)) return { ...saved, faults: [faultOf('query', BROKEN_ESCAPE)] };
  const read = new Set<string>();
  for (const [parameter, value] of new URLSearchParams(text)) {
    const faults: FieldError[] = [];
    if (read.has(parameter)) faults.push(faultOf(parameter, `${parameter} is there twice. Name it once.`));
    else readParameter(definition, parameter, value, moment, saved, faults);
    read.add(parameter);
    saved.faults.push(...faults);
  }
  return saved;
}

/**
 * Reads the query of a view that is kept. It was right once, so what a declared field no longer
 * takes is from before its change of type. People are told so.
 */
export function readKeptQuery(definition: ListDefinition, text: string, moment: Moment): SavedQuery {
  const saved = readSavedQuery(definition, text, moment);
  const parameters = new URLSearchParams(text);
  const faults = saved.faults.map((fault) => {
    const { pointer } = fault;
    const named = /^filter\[([^[\]]+)\]/.exec(pointer)?.[1];
    const sorted = pointer === 'sort' ? parameters.get('sort')?.replace(/^-/, '') : undefined;
    const name = named ?? sorted ?? '';
    const field = Object.hasOwn(definition.fields, name) ? definition.fields[name] : undefined;
    if (field?.label === undefined || field.archived !== undefined || fault.code === 'invalid_characters')
      return fault;
    const verb = named === undefined ? 'is sorted by' : 'filters by';
    return { ...fault, detail: retyped(verb, field.label) };
  });
  return { ...saved, faults };
}

/** Says that a field has another type than when its view was made. */
function retyped(verb: string, label: string): string {
  return `The view ${verb} "${label}", which has another type now.`;
}

/** Reads one parameter into `saved`, or adds its faults to `faults`. */
function readParameter(
  definition: ListDefinition,
  parameter: string,
  value: string,
  moment: Moment,
  saved: SavedQuery,
  faults: FieldError[],
): void {
  if (parameter.startsWith('filter')) {
    const conditions = readConditions(definition, { [parameter]: value }, faults, moment);
    faults.push(...archivedFaults(definition, parameter, conditions));
    if (faults.length === 0) saved.conditions.push(...conditions);
  } else if (parameter === 'sort') {
    const sort = parseSort(definition, value, faults);
    faults.push(...archivedFaults(definition, parameter, sort));
    if (faults.length === 0) saved.sort = sort;
  } else if (parameter === 'q' && definition.searchable) {
    const q = readSearch(value, faults);
    if (faults.length === 0) saved.q = q;
  } else if (parameter === 'updated_since' && definition.fields.updated_at) {
    const since = readSince(value, moment, faults);
    if (faults.length === 0) saved.conditions.push(...since);
  } else {
    const taken = `filter[…], sort${definition.searchable ? ', q' : ''} and updated_since`;
    faults.push(faultOf(parameter, `${parameter} cannot be saved. A view keeps ${taken}.`));
  }
}

/** The faults of a parameter that names archived fields. A list as such still takes them. */
function archivedFaults(
  { fields }: ListDefinition,
  parameter: string,
  named: { field: string }[],
): FieldError[] {
  return named.flatMap(({ field }) => {
    const label = Object.hasOwn(fields, field) ? fields[field]?.archived : undefined;
    return label === undefined ? [] : [faultOf(parameter, archived(label))];
  });
}

/** Says that a field was archived. */
export function archived(label: string): string {
  return `The field "${label}" was archived. Bring it back, or change the view.`;
}

const BROKEN_ESCAPE =
  'The query has a broken escape. Write % and two hexadecimal digits, which together are UTF-8; a % itself is %25.';

function faultOf(pointer: string, detail: string): FieldError {
  return { pointer, code: 'not_allowed', detail };
}
