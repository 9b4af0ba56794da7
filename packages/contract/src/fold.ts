/**
 * Marks that fall away: accents, vowels of Hebrew and Arabic, and what joins letters or turns their
 * direction without being seen.
 */
export const MARKS =
  '\\u00ad\\u0300-\\u036f\\u0483-\\u0487\\u0591-\\u05bd\\u05bf\\u05c1\\u05c2\\u05c4\\u05c5\\u05c7' +
  '\\u0610-\\u061a\\u0640\\u064b-\\u065f\\u0670\\u06d6-\\u06dc\\u06df-\\u06e4\\u06e7\\u06e8\\u06ea-\\u06ed' +
  '\\u1ab0-\\u1aff\\u1dc0-\\u1dff\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u20d0-\\u20ff' +
  '\\ufe00-\\ufe0f\\ufe20-\\ufe2f\\ufeff';

/** Letters that Unicode does not decompose, each above the one that people type instead. */
export const LETTERS = {
  from: 'øłđðıħŧŋƀƶǥɖɓɗƙɛɔəɨʉς’‘ʼʻ‛′‐‒–—―−',
  to: "olddihtnbzgdbdkeoeiuσ''''''------",
};

/** The same for letters that become two. */
const LONG_LETTERS = { ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th' };

const MARK = new RegExp(`[${MARKS}]`, 'gu');
const ONE = new Map([...LETTERS.from].map((letter, index) => [letter, [...LETTERS.to][index]!]));
const ALL = new Map([...ONE, ...Object.entries(LONG_LETTERS)]);
const LETTER = new RegExp(`[${[...ALL.keys()].join('')}]`, 'gu');

/**
 * The form in which texts are compared everywhere: in lower case, without accents, vowel marks and
 * forms of the same letter. The SQL function `folded` does the same.
 */
export function fold(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII is meant.
  if (/^[\x00-\x7f]*$/.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .replace(MARK, '')
    .toLowerCase()
    .replace(LETTER, (letter) => ALL.get(letter)!)
    .normalize('NFC');
}
