/**
 * Writes tags into one cell. A tag with a separator in it stands in quotes, as a cell does in CSV.
 */
export function joinTags(tags: string[]): string {
  return tags.map((tag) => (/[,;"]/.test(tag) ? `"${tag.replaceAll('"', '""')}"` : tag)).join(', ');
}

/** The tags of a cell, each once. They are split at `,` and `;`, but not within quotes. */
export function splitTags(cell: string): string[] {
  if (!cell.includes('"')) return eachOnce(cell.split(/[,;]/));
  const tags: string[] = [];
  for (let from = 0; from < cell.length; ) {
    const begin = skipBlanks(cell, from);
    const end = cell[begin] === '"' ? endOfQuotes(cell, begin) : -1;
    const next = end === -1 ? -1 : skipBlanks(cell, end);
    if (next !== -1 && (next === cell.length || SEPARATORS.includes(cell[next]!))) {
      tags.push(cell.slice(begin + 1, end - 1).replaceAll('""', '"'));
      from = next + 1;
    } else {
      // Quotes that nothing closes are letters, and are looked for only once.
      const stop = end === -1 && cell[begin] === '"' ? cell.length : separatorFrom(cell, from);
      tags.push(...cell.slice(from, stop).split(/[,;]/));
      from = stop + 1;
    }
  }
  return eachOnce(tags);
}

const SEPARATORS = [',', ';'];

function separatorFrom(cell: string, from: number): number {
  let at = from;
  while (at < cell.length && !SEPARATORS.includes(cell[at]!)) at += 1;
  return at;
}

function skipBlanks(cell: string, from: number): number {
  let at = from;
  while (at < cell.length && cell[at]!.trim() === '') at += 1;
  return at;
}

/** The place behind the quote that closes the one at `begin`; -1 when none does. */
function endOfQuotes(cell: string, begin: number): number {
  for (let at = cell.indexOf('"', begin + 1); at !== -1; at = cell.indexOf('"', at + 2)) {
    if (cell[at + 1] !== '"') return at + 1;
  }
  return -1;
}

function eachOnce(tags: string[]): string[] {
  return [...new Set(tags.map((tag) => tag.trim()))].filter(Boolean);
}
