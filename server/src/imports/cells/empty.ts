/** What people and programs write into a cell that has no value. */
const EMPTY = /^(?:n\/?a|#n\/a|null|none|nil|undefined|\(?empty\)?|unknown|-+|–|—|\.|\?)$/i;

/**
 * True when the text says that there is no value. A column of texts may mean it, so only others
 * ask.
 */
export function saysNothing(text: string): boolean {
  return EMPTY.test(text);
}
