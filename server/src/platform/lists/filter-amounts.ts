import { isCurrency } from '@rapport/contract/currencies';
import type { ListField } from '@rapport/contract/list-definition';
import sql, { join, type Sql } from 'sql-template-tag';
import type { Condition, Currency } from './condition.ts';

/**
 * Amounts in filters. 1000 dollars are neither more nor less than 1000 euros, so an amount is
 * compared with those of its currency alone.
 */

/** True for a field whose values have a currency. */
export function isAmount({ type, currency }: ListField): boolean {
  return type === 'money' || currency !== undefined;
}

/**
 * The condition with its amounts taken apart: `1000 USD` names its currency, `1000` means that of
 * each Account. What is no amount stays as it is, and is found to be no number.
 */
export function withCurrencies(condition: Condition, own: Record<string, string | null>): Condition {
  if (condition.operator === 'is_null') return condition;
  const pairs = condition.values.map((text): [string, Currency] => {
    const [, number = text, code = ''] = /^(\S+) ([A-Z]{3})$/.exec(text) ?? [];
    return isCurrency(code) ? [number, { named: code, own }] : [text, { named: null, own }];
  });
  return {
    ...condition,
    values: pairs.map(([number]) => number),
    currencies: pairs.map(([, currency]) => currency),
  };
}

/** True when a filter names a currency, which few records may have. */
export function namesCurrency({ currencies = [] }: Condition): boolean {
  return currencies.some(({ named }) => named !== null);
}

/**
 * The condition that an amount has a value in its currency, as `holds` says of one value. `column`
 * is that of the currency, `account` that of the Account.
 */
export function byAmount(
  condition: Condition,
  column: Sql,
  account: Sql,
  holds: (one: Condition) => Sql,
): Sql {
  const { currencies = [], values, operator } = condition;
  const isOf = (at: number, compared: Condition['operator']) => {
    const one = { field: condition.field, operator: compared, values: [values[at]!] };
    return sql`(${holds(one)} AND ${inCurrency(column, account, currencies[at]!)})`;
  };
  if (operator === 'ne') return sql`${isOf(0, 'eq')} IS NOT TRUE`;
  if (operator !== 'in') return isOf(0, operator);
  return sql`(${join(
    values.map((_, at) => isOf(at, 'eq')),
    ' OR ',
  )})`;
}

/**
 * An amount without a currency is in that of its Account. In an Account without one, a filter that
 * names none compares the numbers.
 */
function inCurrency(column: Sql, account: Sql, { named, own }: Currency): Sql {
  const [first = null, ...others] = new Set(Object.values(own));
  const ofAccount =
    others.length > 0 ? sql`(${JSON.stringify(own)}::jsonb ->> ${account}::text)` : sql`${first}::text`;
  if (named !== null) return sql`coalesce(${column}, ${ofAccount}) = ${named}`;
  return others.length === 0 && first === null
    ? sql`true`
    : sql`coalesce(coalesce(${column}, ${ofAccount}) = ${ofAccount}, true)`;
}
