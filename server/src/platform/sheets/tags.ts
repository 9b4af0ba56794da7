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
  for (let rest = cell; rest !== ''; ) {
    const quoted = /^\s*"((?:[^"]|"")*)"\s*(?:[,;]|$)/.exec(rest);
    const plain = /^[^,;]*[,;]?/.exec(rest)!;
    tags.push(quoted ? quoted[1]!.replaceAll('""', '"') : plain[0].replace(/[,;]$/, ''));
    rest = rest.slice((quoted ?? plain)[0].length);
  }
  return eachOnce(tags);
}

function eachOnce(tags: string[]): string[] {
  return [...new Set(tags.map((tag) => tag.trim()))].filter(Boolean);
}
