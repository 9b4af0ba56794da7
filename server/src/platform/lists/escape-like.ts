/** Escapes the signs that LIKE gives a meaning. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
