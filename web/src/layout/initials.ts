/** The number of colours for faces (`tokens.css`). */
const FACES = 6;

/**
 * Returns one or two letters of a name: of a person's first and last name, or of the first two
 * words of a company. Words without a letter or digit, such as `&`, do not count.
 */
export function initialsOf(name: string, sort: 'person' | 'company'): string {
  const words = name.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}.'’-]*/gu) ?? [];
  const [first = '', second = ''] = sort === 'person' ? [words[0], words.slice(1).at(-1)] : words;
  const letters =
    second === '' ? lettersOf(first).slice(0, 2) : [first, second].map((one) => lettersOf(one)[0]);
  return letters.join('').toLocaleUpperCase();
}

/**
 * Returns the number of the colour for an id. It stays the same everywhere, and when the name
 * changes.
 */
export function faceOf(id: string): number {
  let hash = 0;
  for (const letter of id) hash = (hash * 31 + letter.codePointAt(0)!) % 65_521;
  return (hash % FACES) + 1;
}

/** A letter with its accents is one. */
function lettersOf(word: string): string[] {
  return word.match(/[\p{L}\p{N}]\p{M}*/gu) ?? [];
}
