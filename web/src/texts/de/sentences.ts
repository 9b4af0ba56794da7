import { sayNumber } from './plural.ts';

/** A sentence of the API, and what makes the German one of the parts that its pattern groups. */
export type Sentence = [RegExp, (...parts: string[]) => string];

/** Returns the German sentence; null for one that no pattern knows. */
export function said(sentences: readonly Sentence[], detail: string): string | null {
  for (const [pattern, say] of sentences) {
    const found = pattern.exec(detail);
    if (found) return say(...found.slice(1).map((part) => part ?? ''));
  }
  return null;
}

/** `"Fax", "Pager" and 3 more` → `„Fax“, „Pager“ und 3 weitere` */
export function quoted(list: string): string {
  return list
    .replace(/"column (\d+), without a name"/g, '"Spalte $1, ohne Namen"')
    .replace(/"([^"]*)"/g, '„$1“')
    .replace(/,? and ([\d,]+) more$/, (_, more: string) => ` und ${num(more)} weitere`);
}

/** `1,200` → `1.200` */
export function num(text: string): string {
  return sayNumber(numberOf(text));
}

export function numberOf(text: string): number {
  return Number(text.replaceAll(',', ''));
}
