import { useSessionStorage } from '@mantine/hooks';
import { ApiProblem } from '../api/request.ts';

const PREFIX = 'rapport-draft-';

/** What is typed into a form survives an error, a lost session and a reload, until it is sent. Not for secrets. */
export function useDraft<T>(name: string, empty: T): [T, (draft: T) => void, () => void] {
  const [draft, setDraft, clear] = useSessionStorage<T>({
    key: PREFIX + name,
    defaultValue: empty,
    getInitialValueInEffect: false,
  });
  return [draft, setDraft, clear];
}

/** For a form that was closed without being sent. */
export function forgetDraft(name: string): void {
  sessionStorage.removeItem(PREFIX + name);
}

/** For when somebody signs out: the next one at this browser finds nothing of theirs. */
export function forgetDrafts(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
}

/** The messages that belong beside fields, by their pointer. */
export function fieldErrors(error: unknown): Record<string, string> {
  if (!(error instanceof ApiProblem)) return {};
  return Object.fromEntries(error.errors.map(({ pointer, detail }) => [pointer, detail]));
}
