import { useSessionStorage } from '@mantine/hooks';
import { ApiProblem } from '../api/request.ts';
import { common } from '../texts/common.ts';
import { problems } from '../texts/problems.ts';

const PREFIX = 'rapport-draft-';
const TYPED_BY = 'rapport-drafts-of';

/**
 * Stores the text typed into a form until it is sent, through errors, a lost session and a reload.
 * Not for secrets. Returns the draft, its setter and the function that clears it.
 */
export function useDraft<T>(name: string, empty: T): [T, (draft: T) => void, () => void] {
  // No default value, because it would be stored at once. An untouched form must show the present
  // data.
  const [draft, setDraft, clear] = useSessionStorage<T | undefined>({
    key: PREFIX + name,
    getInitialValueInEffect: false,
  });
  return [draft === undefined ? empty : draft, setDraft, clear];
}

/** Discards the draft of a form that was closed without being sent. */
export function forgetDraft(name: string): void {
  sessionStorage.removeItem(PREFIX + name);
}

/** The drafts about something, by the names of their forms: each name has its uuid. */
export function draftsAbout(uuid: string): Map<string, unknown> {
  const names = Object.keys(sessionStorage).filter((key) => key.startsWith(PREFIX) && key.includes(uuid));
  return new Map(names.map((key) => [key.slice(PREFIX.length), readDraft(key)]));
}

/** Keeps a draft, for a form that is not on the page. */
export function putDraft(name: string, draft: unknown): void {
  sessionStorage.setItem(PREFIX + name, JSON.stringify(draft));
}

function readDraft(key: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(key)!);
  } catch {
    return null;
  }
}

/** Discards the drafts of this tab, at a sign-out. Each tab does so for itself. */
export function forgetDrafts(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
}

/**
 * Discards the drafts of another User in this tab, whose session may have ended without a sign-out.
 * Must run before forms are shown.
 */
export function keepDraftsOf(user_uuid: string): void {
  if (sessionStorage.getItem(TYPED_BY) === user_uuid) return;
  forgetDrafts();
  sessionStorage.setItem(TYPED_BY, user_uuid);
}

/** Returns the uuid of the User whose drafts this tab keeps. */
export function typedBy(): string {
  return sessionStorage.getItem(TYPED_BY) ?? '';
}

/**
 * Replaces the JSON pointer at the beginning of an API sentence by the field's name for people, who
 * cannot type null.
 */
export function sayOf(what: string, detail: string): string {
  return detail.replace(/^\/\S+/, what).replace(/ or null\.$/, '.');
}

/**
 * Returns the messages to show beside fields, by pointer. Beside a field a message needs neither
 * the pointer nor the name.
 */
export function fieldErrors(error: unknown): Record<string, string> {
  if (!(error instanceof ApiProblem)) return {};
  return Object.fromEntries(
    error.errors.map(({ pointer, code, detail }) => [
      pointer,
      problems.field(code, sayOf(common.thisField, detail)),
    ]),
  );
}

/** Returns the error, or null when the messages beside these fields already say everything. */
export function errorBeside(error: unknown, ...pointers: string[]): unknown {
  if (!(error instanceof ApiProblem) || error.errors.length === 0) return error;
  return error.errors.every(({ pointer }) => pointers.includes(pointer)) ? null : error;
}
