import { useSessionStorage } from '@mantine/hooks';
import { ApiProblem } from '../api/request.ts';
import { common } from '../texts/common.ts';

const PREFIX = 'rapport-draft-';
const TYPED_BY = 'rapport-drafts-of';

/**
 * Keeps what is typed into a form until it is sent, through errors, a lost session and a reload.
 * Not for secrets.
 */
export function useDraft<T>(name: string, empty: T): [T, (draft: T) => void, () => void] {
  // No default, which would be stored at once: an untouched form is to show what is true now.
  const [draft, setDraft, clear] = useSessionStorage<T | undefined>({
    key: PREFIX + name,
    getInitialValueInEffect: false,
  });
  return [draft === undefined ? empty : draft, setDraft, clear];
}

/** For a form that was closed without being sent. */
export function forgetDraft(name: string): void {
  sessionStorage.removeItem(PREFIX + name);
}

/** Forgets what was typed in this tab, at a sign-out: each tab forgets its own. */
export function forgetDrafts(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
}

/**
 * Forgets what another User has typed in this tab: their session may have ended without a sign-out.
 * Call it before forms are shown.
 */
export function keepDraftsOf(user_uuid: string): void {
  if (sessionStorage.getItem(TYPED_BY) === user_uuid) return;
  forgetDrafts();
  sessionStorage.setItem(TYPED_BY, user_uuid);
}

/** The User whose drafts this tab keeps, once they are signed in. */
export function typedBy(): string {
  return sessionStorage.getItem(TYPED_BY) ?? '';
}

/** A sentence of the API that begins with a JSON pointer, said of what people call that place. */
export function sayOf(what: string, detail: string): string {
  return detail.replace(/^\/\S+/, what);
}

/**
 * The messages that belong beside fields, by their pointer. There a message need not name its
 * field, and never by a pointer.
 */
export function fieldErrors(error: unknown): Record<string, string> {
  if (!(error instanceof ApiProblem)) return {};
  return Object.fromEntries(
    error.errors.map(({ pointer, detail }) => [pointer, sayOf(common.thisField, detail)]),
  );
}

/** The error, or null when messages beside these fields already say all of it. */
export function errorBeside(error: unknown, ...pointers: string[]): unknown {
  if (!(error instanceof ApiProblem) || error.errors.length === 0) return error;
  return error.errors.every(({ pointer }) => pointers.includes(pointer)) ? null : error;
}
