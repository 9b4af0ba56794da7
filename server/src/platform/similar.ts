/** Names are short; the work grows with the square of their length. */
const NAME_MAX_LENGTH = 60;

/** The share of letters that may differ between what was written and what was meant. */
const DIFFERENCE_MAX = 0.4;

/** The one of `names` that somebody who wrote `name` most likely meant, or null. */
export function mostSimilar(name: string, names: string[]): string | null {
  if (name.length > NAME_MAX_LENGTH) return null;
  const [best] = names
    .map((other) => ({ other, share: distance(name, other) / Math.max(name.length, other.length) }))
    .filter(({ share }) => share <= DIFFERENCE_MAX)
    .sort((a, b) => a.share - b.share);
  return best?.other ?? null;
}

/** How many letters must be put in, taken out or replaced (Levenshtein). */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1];
    for (let j = 1; j <= b.length; j++) {
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + Number(letter !== b[j - 1])));
    }
    row = next;
  }
  return row[b.length]!;
}
