/** So many names stand in a sentence; of more the first ones. */
export const SHOWN = 6;

/** `"Fax", "Pager" and 3 more`. */
export function list(names: string[], count = SHOWN): string {
  const shown = names.slice(0, count).map((name) => `"${name}"`);
  const more = names.length - shown.length;
  return more > 0 ? `${shown.join(', ')} and ${more} more` : shown.join(', ');
}
