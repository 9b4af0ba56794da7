import { sayDay } from '../../layout/time.tsx';
import { records, sayCondition } from '../../texts/records.ts';
import type { Field, FieldType } from '../fields/field.ts';
import { type Choices, choicesOf } from '../fields/standard-choices.ts';
import { type Names, sayOwner } from '../names.ts';
import { fieldOf, type RecordView } from '../view.ts';

const TEXT = ['contains', 'starts_with', 'eq', 'ne'];

/** The conditions that the page offers, of those that the API knows; the first is proposed. */
const OPERATORS: Partial<Record<FieldType, string[]>> = {
  text: TEXT,
  choice: ['eq', 'ne'],
  tags: ['eq', 'ne'],
  user: ['eq', 'ne'],
  language: ['eq', 'ne'],
  currency: ['eq', 'ne'],
  time: ['gte', 'lt'],
};

const YES_NO = { true: records.yes, false: records.no };

/** The fields that a list can be filtered by, in the order of the columns. */
export function filterable(view: RecordView): Field[] {
  return view.columns
    .map((name) => fieldOf(view, name)!)
    .filter(({ isFilterable, type }) => isFilterable && OPERATORS[type] !== undefined);
}

export function operatorsOf({ list }: RecordView, field: Field): string[] {
  const operators = OPERATORS[field.type] ?? TEXT;
  return list.fields[field.name]?.nullable ? [...operators, 'is_null'] : operators;
}

/** The values to choose from; undefined where one is typed. */
export function valuesOf(field: Field, operator: string, owners: Choices): Choices | undefined {
  if (operator === 'is_null') return YES_NO;
  return field.type === 'user' ? owners : choicesOf(field);
}

/** The parameter of the API for a condition. */
export function parameterOf({ name }: Field, operator: string): string {
  return operator === 'eq' ? `filter[${name}]` : `filter[${name}][${operator}]`;
}

/** What is typed, as the API takes it. */
export function valueFor({ type }: Field, typed: string): string {
  return type === 'time' ? startOfDay(typed) : typed.trim();
}

/** `filter[name][contains]`, `oil` → `Name contains oil`. */
export function sayFilter(view: RecordView, parameter: string, value: string, names: Names): string {
  const [, name = '', operator = 'eq'] = /^filter\[([\w.]+)\](?:\[(\w+)\])?$/.exec(parameter) ?? [];
  const field = fieldOf(view, name);
  const values = operator === 'in' ? value.split(',') : [value];
  const say = (one: string) => {
    if (operator === 'is_null') return one;
    if (field?.type === 'user') return sayOwner(one, names);
    return field?.type === 'time' ? sayDay(one) : ((field && choicesOf(field)?.[one]) ?? one);
  };
  return `${field?.label ?? name} ${sayCondition(operator, values.map(say).join(', '))}`;
}

/** `2026-03-02` as the time at which that day begins here: the API would take a bare date for a day in UTC. */
function startOfDay(day: string): string {
  return new Date(`${day}T00:00`).toISOString();
}
