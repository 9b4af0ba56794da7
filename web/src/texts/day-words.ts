/**
 * Returns typed words of a day in the English of `fields/values/when.ts`, in lower case. Each
 * language turns its own words into those.
 */
export function inEnglish(words: string): string {
  return words;
}
