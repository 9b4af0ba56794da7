/** What a template of a mail can leave open: it is filled in for each mail. */
export const PLACEHOLDERS = [
  'contact.first_name',
  'contact.last_name',
  'contact.name',
  'contact.job_title',
  'client.name',
  'deal.title',
  'account.name',
  'user.name',
  'user.email',
] as const;
export type Placeholder = (typeof PLACEHOLDERS)[number];

/** What stands in two braces on one line, and braces that nothing closes. */
const BRACES = /\{\{([^{}\r\n]*)\}\}|\{\{/g;

/** What a text leaves open. `name` null: nothing closes the braces. */
export type Open = { whole: string; name: string | null };

export function openIn(text: string): Open[] {
  return [...text.matchAll(BRACES)].map(([whole, name]) => ({ whole, name: name?.trim() ?? null }));
}

/** The text with each placeholder replaced by what `valueFor` says; null leaves it as it is. */
export function withValues(text: string, valueFor: (name: Placeholder) => string | null): string {
  return text.replaceAll(BRACES, (whole, name: string | undefined) => {
    const key = name?.trim() ?? null;
    return (isPlaceholder(key) ? valueFor(key) : null) ?? whole;
  });
}

export function isPlaceholder(name: string | null): name is Placeholder {
  return PLACEHOLDERS.some((one) => one === name);
}

/** The placeholder that somebody has likely meant: a slip of some letters, or without its kind. */
export function nearestPlaceholder(name: string): Placeholder | null {
  const asked = name
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_')
    .slice(0, 40);
  const ofKind = PLACEHOLDERS.find((one) => one.split('.')[1] === asked || one.replace('.', '_') === asked);
  if (ofKind) return ofKind;
  const ranked = PLACEHOLDERS.map((one) => ({ one, slips: slipsBetween(asked, one) }));
  const [best] = ranked.sort((a, b) => a.slips - b.slips);
  return best!.slips <= Math.max(2, best!.one.length / 4) ? best!.one : null;
}

/** How many letters must be added, removed or changed to get from one word to another. */
function slipsBetween(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++)
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)));
    row = next;
  }
  return row[b.length]!;
}
