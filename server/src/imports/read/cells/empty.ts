/** What people and programs write into a cell that has no value. */
const EMPTY = /^(?:n\/?a|#n\/a|null|none|nil|undefined|\(?empty\)?|unknown|-+|–|—|\.|\?)$/i;

/**
 * True when the text says that there is no value. A column of texts may mean it, so only others
 * ask.
 */
export function saysNothing(text: string): boolean {
  return EMPTY.test(text);
}

/** How Outlook and others write that there is no day: `0.0.00`, `0/0/00`, `0000-00-00 00:00:00`. */
const NO_DAY = /^0+([./-])0+\1 ?0+(?:[T ]00:00(?::00)?)?$/;

/** True when the text of a column of days says that there is none. */
export function saysNoDay(text: string): boolean {
  return text[0] === '0' && NO_DAY.test(text);
}
