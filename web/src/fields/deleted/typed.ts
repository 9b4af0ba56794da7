import { draftsAbout, forgetDraft, putDraft } from '../../layout/draft.ts';

/** What forms about a record ask for in words. The other parts of their drafts are choices. */
const WRITTEN = ['name', 'value', 'title', 'body', 'outcome'];

/** A version that no record has, so that what is saved is compared with what stands there. */
const NO_VERSION = 0;

/**
 * Returns what was typed about a record and not sent, as text to copy. Empty if there is nothing.
 */
export function typedAbout(uuid: string): string {
  return [...draftsAbout(uuid).values()].flatMap(wordsIn).join('\n\n');
}

/**
 * Hands what was typed about a record to the one that it was merged into, unless something is typed
 * there. Returns false if there was nothing.
 */
export function passTyped(from: string, to: string): boolean {
  const drafts = draftsAbout(from);
  const there = draftsAbout(to);
  for (const [name, draft] of drafts) {
    forgetDraft(name);
    const then = name.replace(from, to);
    if (!there.has(then)) putDraft(then, isOfField(draft) ? { ...draft, version: NO_VERSION } : draft);
  }
  return [...drafts.values()].flatMap(wordsIn).length > 0;
}

/** The texts of a draft. That of a field also has the value it would replace. */
function wordsIn(draft: unknown): string[] {
  const parts = isOfField(draft)
    ? [rowsIn(draft.text) ?? draft.text]
    : typeof draft === 'string'
      ? [draft]
      : WRITTEN.map((name) => (draft as Record<string, unknown> | null)?.[name]);
  return parts.filter((text): text is string => typeof text === 'string' && text.trim() !== '');
}

function isOfField(draft: unknown): draft is { text: string; version: number } {
  return typeof (draft as { text?: unknown } | null)?.text === 'string';
}

/** Several entries, such as phone numbers, one a line; null for a text that is one. */
function rowsIn(text: string): string | null {
  if (!text.startsWith('[{')) return null;
  try {
    const rows = JSON.parse(text) as Record<string, unknown>[];
    return rows
      .map((row) =>
        Object.values(row)
          .filter((part) => typeof part === 'string')
          .join(', '),
      )
      .join('\n');
  } catch {
    return null;
  }
}
