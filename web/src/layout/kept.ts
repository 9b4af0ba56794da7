const PREFIX = 'rapport-kept-';

/**
 * Stores a value in this browser for all tabs, until it is removed or somebody signs out. Not for
 * secrets.
 */
export function keep(name: string, value: unknown): void {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // Without space in the storage the feature works without it.
    localStorage.removeItem(PREFIX + name);
  }
}

export function readKept<T>(name: string): T | null {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + name) ?? 'null');
  } catch {
    return null;
  }
}

export function forgetKept(name: string): void {
  localStorage.removeItem(PREFIX + name);
}

/** Removes all stored values, at a sign-out. */
export function forgetAllKept(): void {
  for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) localStorage.removeItem(key);
}
