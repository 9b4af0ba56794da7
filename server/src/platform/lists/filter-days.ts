import { dayAt, relativeDay, spanOfDay } from '@rapport/contract/days';
import type { ListField } from '@rapport/contract/list-definition';
import { isDay } from '../time/times.ts';
import type { Condition } from './condition.ts';
import { LIST_TYPES } from './list-types.ts';
import type { Moment } from './moment.ts';

/**
 * The value of a filter that a relative one means. They keep a saved filter true tomorrow: `me` is
 * the caller, `today+7d` the day in a week, `month` the first day of this month, where they are.
 */
export function atMoment({ type, user }: ListField, text: string, moment: Moment): string {
  if (user && text === 'me') return moment.me;
  if (!LIST_TYPES[type].isDay) return text;
  const { now, time_zone, week_starts_on } = moment;
  return relativeDay(text, dayAt(now, time_zone), week_starts_on) ?? text;
}

/**
 * The conditions on instants that a condition on days means where the caller is. A field that holds
 * a time is compared with the ends of the day. A day that may have a time gets the ends beside it.
 */
export function onInstants(field: ListField, condition: Condition, { time_zone }: Moment): Condition[] {
  const { operator, values } = condition;
  if (operator === 'is_null' || !values.every(isDay)) return [condition];
  if (field.instant !== undefined) {
    return [{ ...condition, spans: values.map((day) => textsOf(day, time_zone)) }];
  }
  if (!LIST_TYPES[field.type].isInstant) return [condition];
  const [from, until] = textsOf(values[0]!, time_zone);
  const at = (operator: Condition['operator'], instant: string) => ({
    ...condition,
    operator,
    values: [instant],
  });
  switch (operator) {
    case 'eq':
      return [at('gte', from), at('lt', until)];
    case 'lte':
      return [at('lt', until)];
    case 'gt':
      return [at('gte', until)];
    default:
      return [at(operator, from)];
  }
}

function textsOf(day: string, time_zone: string): [from: string, until: string] {
  const { from, until } = spanOfDay(day, time_zone);
  return [from.toISOString(), until.toISOString()];
}
