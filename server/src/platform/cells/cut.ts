/** The text cut after `max` characters, never within a letter: PostgreSQL keeps no half of one. */
export function cutTo(text: string, max: number): string {
  return text.length <= max ? text : text.slice(0, max).replace(/[\ud800-\udbff]$/, '');
}
