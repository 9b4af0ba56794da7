import type { PlannedColumn } from '@rapport/contract/imports';
import { currenciesOf } from '../../platform/cells/currency-signs.ts';
import { cutTo } from '../../platform/cells/cut.ts';
import type { Draft } from './draft.ts';

/** A cell that says something of an amount. */
type Said = { column: PlannedColumn; text: string };

/** An amount and the currency beside it, as the cells of a row say them. */
export type MoneyCells = {
  /** `currency` is that of the cell itself, `inName` that of its column; null if it names none. */
  amount?: Said & {
    field: string;
    currency_field: string;
    currency: string | null;
    inName: string | null;
  };
  /** The cell that has a currency alone. `code` is null if nobody knows it. */
  currency?: Said & { field: string; code: string | null };
};

/**
 * Puts an amount and its currency together. That of the amount's own cell counts, then the cell
 * beside it, then the name of its column: `Amount (USD)`. An amount of an unknown currency is left
 * out, as it would count in another one.
 */
export function settleMoney(draft: Draft, { amount, currency }: MoneyCells): void {
  const { given, losses } = draft;
  const lose = ({ column, text }: Said, detail: string) =>
    losses.push({ column: column.column, cell: cutTo(text, 200), detail });
  if (currency?.code === null) lose(currency, `"${cutTo(currency.text, 20)}" is no currency.`);
  if (currency?.code) given[currency.field] = currency.code;
  if (!amount) return;
  if (amount.currency !== null) {
    if (currency?.code && currency.code !== amount.currency)
      lose(currency, `The amount beside it is in ${amount.currency}.`);
    given[amount.currency_field] = amount.currency;
  } else if (currency?.code === null) {
    lose(amount, 'Its currency is not known.');
    delete given[amount.field];
  } else if (amount.inName !== null) given[amount.currency_field] ??= amount.inName;
}

/** More than this is no sign with `in` and brackets around it. */
const SIGN_MAX = 30;

/**
 * The sign or code at the end of the name of a column: `Amount (USD)`, `Betrag in EUR`, `Value €`.
 * In small letters only what ends no word of a language: `importe_eur`, but not `call_all`.
 */
export function signInName(name: string): string | null {
  const end = name.trimEnd().slice(-SIGN_MAX);
  const [, inBrackets, last, small] =
    /(?:[([]\s*(?:in\s+)?([^()[\]]{1,5})\s*[)\]]|[\s_](?:in[\s_])?(\p{Sc}|[A-Z]{3})|_(?:in_)?(eur|usd|gbp|chf))$/u.exec(
      end,
    ) ?? [];
  const sign = (inBrackets ?? last ?? small ?? '').trim();
  return currenciesOf(sign).length > 0 ? sign : null;
}
