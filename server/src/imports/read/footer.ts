/** Lists end with a sum, a few notes, or who made them; more is a part of the list. */
export const FOOTER_ROWS_MAX = 20;

/** Names of fewer columns say too little of what a row has. */
const COLUMNS_MIN = 3;

/** Words before a sum. */
const TOTAL =
  /^(?:(?:grand|sub)[ -]?)?totals?$|^sum(?:me)?$|^gesamt(?:summe)?$|^zwischensumme$|^total (?:general|général|geral)$|^totale$|^totaal$|^totalt$|^summa$|^i alt$|^yhteensä$|^suma$|^razem$|^celkem$|^spolu$|^összesen$|^σύνολο$|^toplam$|^итого$|^всего$|^разом$|^合計$|^总计$|^합계$/i;

/** What notes below a list say. */
const NOTE =
  /\breport\b|©|copyright|confidential|\bgenerated\b|\bexported\b|\bprinted\b|\bpage \d|\bas of\b|^note\b|^source:|^erstellt|^gedruckt|^stand:|^seite \d|^exporté|^imprimé|^generado|^создан|^отч[её]т/i;

/**
 * True for a row that may stand below the last one of a list: a sum, or a note in one cell. Behind
 * such a row each that fills one cell belongs to it.
 */
export function mayBeFooter(cells: string[], columns: number, isBehindOne: boolean): boolean {
  if (columns < COLUMNS_MIN) return false;
  const [first = '', ...others] = cells.map((cell) => cell.trim()).filter(Boolean);
  if (TOTAL.test(first.replace(/(?<![\s:.])[\s:.]+$/, ''))) return others.every(isAmount);
  return others.length === 0 && (isBehindOne || NOTE.test(first));
}

/** A sum with or without its currency, and no word. */
function isAmount(cell: string): boolean {
  return /\d/.test(cell) && cell.replace(/\p{Lu}{3}|\p{Sc}|[\p{L}]{1,2}/u, '').match(/\p{L}/u) === null;
}
