import type { HeaderLines } from './find-header.ts';

/** Rows of a list lie below its header, so this is far enough. */
const LINE_MAX = 10_000;

/**
 * Reads where the names of columns stand: `3`, `none`, or by the names of lists `{"a.csv": 3,
 * "b.csv": "none"}`.
 */
export function headerLinesIn(text: string): HeaderLines | 'invalid' {
  const one = lineIn(text);
  if (one !== undefined) return one;
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'invalid';
    const lines = Object.entries(value).map(([name, line]) => [name, lineIn(String(line))] as const);
    return lines.some(([, line]) => line === undefined)
      ? 'invalid'
      : (Object.fromEntries(lines) as Record<string, number | null>);
  } catch {
    return 'invalid';
  }
}

function lineIn(text: string): number | null | undefined {
  if (text === 'none') return null;
  const line = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  return line >= 1 && line <= LINE_MAX ? line : undefined;
}
