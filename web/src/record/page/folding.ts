/** Up to this many empty fields are shown, because a button would not save space. */
const FOLDED_MIN = 2;

/**
 * Returns the names of the fields that are folded: of those that were empty when the page was
 * opened, all but the one to edit. None where folding would not save space.
 */
export function foldedOf(empty: string[], edited: string | undefined): string[] {
  const folded = empty.filter((name) => name !== edited);
  return folded.length > FOLDED_MIN ? folded : [];
}
