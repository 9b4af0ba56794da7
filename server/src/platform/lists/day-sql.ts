import sql, { join, raw, type Sql } from 'sql-template-tag';
import type { Condition } from './condition.ts';

/**
 * The day that is kept beside an instant is that of another place, at most this many days off. The
 * zones are 26 hours apart, so an instant may be the 1st here and the 3rd there.
 */
const OFF_MAX = 2;

/**
 * The condition on a day that has a time in the column `instant`, or has none. The time decides,
 * compared as an instant. `sorted` is the expression of the day's index: a range of it, with days
 * to spare at both ends, finds the records that can match.
 */
export function onDays(column: Sql, instant: Sql, sorted: Sql, condition: Condition): Sql {
  const { operator, values, spans = [] } = condition;
  const parts = values.map((day, index) => onDay(column, instant, sorted, operator, day, spans[index]!));
  return sql`(${join(parts, ' OR ')})`;
}

function onDay(
  column: Sql,
  instant: Sql,
  sorted: Sql,
  operator: Condition['operator'],
  text: string,
  [from, until]: [string, string],
): Sql {
  const day = sql`${text}::date`;
  const [start, end] = [sql`${from}::timestamptz`, sql`${until}::timestamptz`];
  const [least, most] = [raw(`- ${OFF_MAX}`), raw(`+ ${OFF_MAX}`)];
  const either = (onTime: Sql, onDay: Sql) =>
    sql`CASE WHEN ${instant} IS NULL THEN ${column} ${onDay} ELSE ${instant} ${onTime} END`;
  switch (operator) {
    case 'lt':
      return sql`(${sorted} < ${day} ${most} AND ${either(sql`< ${start}`, sql`< ${day}`)})`;
    case 'lte':
      return sql`(${sorted} <= ${day} ${most} AND ${either(sql`< ${end}`, sql`<= ${day}`)})`;
    case 'gt':
      return sql`(${sorted} > ${day} ${least} AND ${either(sql`>= ${end}`, sql`> ${day}`)})`;
    case 'gte':
      return sql`(${sorted} >= ${day} ${least} AND ${either(sql`>= ${start}`, sql`>= ${day}`)})`;
    case 'ne': {
      const is = either(sql`>= ${start} AND ${instant} < ${end}`, sql`= ${day}`);
      return sql`(${is}) IS NOT TRUE`;
    }
    default: {
      const is = either(sql`>= ${start} AND ${instant} < ${end}`, sql`= ${day}`);
      return sql`(${sorted} BETWEEN ${day} ${least} AND ${day} ${most} AND ${is})`;
    }
  }
}
